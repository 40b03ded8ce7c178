import { expect, test } from "vitest";
import { createMetrics, mayReadMetrics } from "./metrics.ts";

const from = (address: string | undefined, authorization?: string, forwarded = false) => ({
	address,
	authorization,
	forwarded,
});

test.each([
	["this machine", from("127.0.0.1"), true],
	["this machine by IPv6", from("::1"), true],
	["this machine by IPv4 in IPv6", from("::ffff:127.0.0.1"), true],
	["another machine", from("192.168.2.7"), false],
	["nobody", from(undefined), false],
	["another machine through a proxy here", from("127.0.0.1", undefined, true), false],
	["another machine with the token", from("192.168.2.7", "Bearer right"), true],
	["a proxy here with the token", from("127.0.0.1", "bearer right", true), true],
	["another machine with a wrong token", from("192.168.2.7", "Bearer wrong"), false],
	["this machine with a wrong token", from("127.0.0.1", "Bearer wrong"), false],
	["an address that only looks like it", from("127.evil"), false],
])("whether %s may read the figures: %3$s", (_who, request, may) =>
	expect(mayReadMetrics(request, [undefined, "right"])).toBe(may),
);

test("figures come in the format of Prometheus, with those of the process", async () => {
	const metrics = createMetrics("registry");
	metrics.observe({ method: "POST", route: "/api/x", status: 200, seconds: 0.02 });
	metrics.addGauge("store_bytes", "Bytes.", async () => 12);
	metrics.addGauge("nothing", "Nothing.", () => undefined);
	const { type, text } = await metrics.render();
	expect(type).toContain("text/plain");
	expect(text).toContain(
		'cairn_http_request_duration_seconds_count{server="registry",method="POST",route="/api/x",status="200"} 1',
	);
	expect(text).toContain('cairn_store_bytes{server="registry"} 12');
	expect(text).toContain("process_resident_memory_bytes");
	expect(text).not.toContain("cairn_nothing{");
});
