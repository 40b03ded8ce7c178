import type { BrokenView, ScriptSummary } from "@cairn/catalog/server";
import { describe, expect, test } from "vitest";
import { laptopDrift, offeredVersions } from "./laptop-drift.ts";
import { isWaiting, offeredDigest, scriptState } from "./script-state.ts";

const script = (change: Partial<ScriptSummary> = {}): ScriptSummary => ({
	dir: "echo",
	tool: "echo",
	description: "",
	newest_digest: "new",
	approved_digest: undefined,
	enabled: true,
	removed_at: undefined,
	updated_at: 1,
	broken: [],
	...change,
});

const fault = (serving: string): BrokenView => ({
	dir: "echo",
	file: "manifest.yaml",
	line: 7,
	reason: "It is wrong.",
	serving,
});

describe("a script", () => {
	test.each([
		["live", {}, false, "new"],
		["waiting", {}, true, undefined],
		["waiting", { approved_digest: "old" }, true, "old"],
		["live", { approved_digest: "old" }, false, "new"],
		["live", { approved_digest: "new" }, true, "new"],
		["off", { enabled: false, approved_digest: "new" }, true, undefined],
		["broken", { broken: [fault("last_good")] }, false, "new"],
		["broken", { broken: [fault("last_good")], approved_digest: "old" }, true, "old"],
		["broken", { broken: [fault("nothing")] }, false, undefined],
		["broken", { broken: [fault("nothing")], enabled: false }, false, undefined],
		["live", { broken: [fault("current")] }, false, "new"],
		["removed", { removed_at: 5, enabled: false }, true, undefined],
	] as const)(
		"is %s with %j where approval is required: %s; laptops get %s",
		(state, change, required, digest) => {
			expect(scriptState(script(change), required)).toBe(state);
			expect(offeredDigest(script(change), required)).toBe(digest);
		},
	);

	test("that was taken from laptops can wait for approval all the same", () => {
		expect(isWaiting(script({ enabled: false }), true)).toBe(true);
		expect(isWaiting(script({ removed_at: 5 }), true)).toBe(false);
	});
});

describe("a laptop", () => {
	const offered = offeredVersions(
		[script(), script({ dir: "off", enabled: false }), script({ dir: "other", newest_digest: "x" })],
		false,
	);

	test.each([
		[{ echo: "new", other: "x" }, 0],
		[{ echo: "old", other: "x" }, 1],
		[{ echo: "new" }, 1],
		[{}, 2],
		[{ echo: "new", other: "x", off: "new" }, 1],
	])("that holds %j differs in %i scripts", (holds, drift) => {
		expect(laptopDrift({ holds }, offered)).toBe(drift);
	});
});
