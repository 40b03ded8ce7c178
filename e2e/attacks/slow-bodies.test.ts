import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PASSWORD } from "../browser/as-owner.ts";
import { type Appliance, CONVERT_TOKEN, type ServerName, startAppliance } from "./appliance.ts";
import { MEBIBYTE } from "./shared-attacks.ts";
import { sendSlowly, sendWhole } from "./slow-body.ts";

const FORM_TYPE = { "content-type": "application/x-www-form-urlencoded" };
/** So long that it is counted. */
const PAD = "x".repeat(100_000);

interface Flood {
	readonly path: string;
	readonly headers: Readonly<Record<string, string>>;
	/** Of so many bodies so many bytes: more than all may hold together, or than the converter has places. */
	readonly count: number;
	readonly bytes: number;
	/** What somebody else sends meanwhile, and what comes of it. */
	readonly good: readonly [body: string, status: number];
}

const asAda = ({ tokens }: Appliance) => ({
	"content-type": "application/json",
	accept: "application/json, text/event-stream",
	authorization: `Bearer ${tokens.ada}`,
});
const initialize = (name: string) => ({
	...{ jsonrpc: "2.0", id: 1, method: "initialize" },
	params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name, version: "1" } },
});

const FLOODS: Readonly<Record<ServerName, (appliance: Appliance) => Flood>> = {
	registry: (appliance) => ({
		path: "/api/scratchpad/write_file",
		headers: asAda(appliance),
		...{ count: 12, bytes: 7 * MEBIBYTE },
		good: [JSON.stringify({ path: "x.md", content: PAD }), 200],
	}),
	mcp: (appliance) => ({
		path: "/mcp",
		headers: asAda(appliance),
		...{ count: 12, bytes: 7 * MEBIBYTE },
		good: [`${JSON.stringify(initialize("good"))}${PAD.replaceAll("x", " ")}`, 200],
	}),
	admin: ({ urls }) => ({
		path: "/login",
		headers: { ...FORM_TYPE, origin: urls.admin },
		...{ count: 60, bytes: 1_400_000 },
		good: [`${new URLSearchParams({ password: PASSWORD })}&x=${PAD}`, 303],
	}),
	convert: () => ({
		path: "/convert?from=md&to=html",
		headers: { authorization: `Bearer ${CONVERT_TOKEN}` },
		...{ count: 200, bytes: 1_000 },
		good: ["# Title", 200],
	}),
};

describe("bodies that come slowly, from one address", () => {
	let appliance: Appliance;
	beforeAll(async () => {
		appliance = await startAppliance();
	});
	afterAll(() => appliance[Symbol.asyncDispose]());

	test.each(Object.keys(FLOODS) as ServerName[])(
		"at %s are sent away with Retry-After, and others get through",
		async (server) => {
			const { count, bytes, good, ...to } = FLOODS[server](appliance);
			const url = appliance.urls[server];
			const flood = Array.from({ length: count }, () => sendSlowly({ url, ...to, from: "127.0.0.1" }, bytes));
			try {
				const answered = flood.map(async ({ answer }) => (await answer) ?? Promise.reject(new Error("cut")));
				const first = await Promise.any(answered);
				expect([first.status, first.retryAfter > 0]).toEqual([503, true]);
				const [body, status] = good;
				expect((await sendWhole({ url, ...to, from: "127.0.0.2" }, body)).status).toBe(status);
			} finally {
				for (const { leave } of flood) leave();
			}
		},
	);
});
