import { expect, test } from "vitest";
import { createScratchpadReader } from "../src/index.ts";
import { openScratchpad } from "./open-scratchpad.ts";

const LOG = { agent_id: "ada", path: "log" };
const MOST = Number.MAX_SAFE_INTEGER;

/** A log whose entries were written at these hours, and a look at it by time. */
async function openLog(hours: readonly number[]) {
	const pad = await openScratchpad();
	const start = pad.clock.now();
	let hour = 0;
	for (const next of hours) {
		pad.clock.advance((next - hour) * 3_600_000);
		hour = next;
		await pad.call("append_log", { ...LOG, entry: `at ${next}` });
	}
	const reader = createScratchpadReader(pad.store);
	const at = (hour: number | undefined) => (hour === undefined ? undefined : start + hour * 3_600_000);
	type Asked = { since?: number; until?: number; after?: number; before?: number; limit?: number };
	return {
		async ids({ since, until, ...place }: Asked) {
			const range = { since: at(since), until: at(until), ...place };
			return (await reader.readEntries("ada", "log", range)).entries.map(({ entry_id }) => entry_id);
		},
		[Symbol.asyncDispose]: () => pad[Symbol.asyncDispose](),
	};
}

test("entries of a stretch of time come page by page in either direction, those of one instant too", async () => {
	await using log = await openLog([1, 2, 2, 2, 3, 9]);
	expect(await log.ids({ since: 2, until: 3 })).toEqual([2, 3, 4]);
	expect(await log.ids({ since: 2, until: 9, limit: 2 })).toEqual([4, 5]);
	expect(await log.ids({ since: 2, until: 9, limit: 2, before: 4 })).toEqual([2, 3]);
	expect(await log.ids({ since: 2, until: 9, limit: 2, before: 2 })).toEqual([]);
	expect(await log.ids({ since: 2, until: 9, limit: 2, after: 2 })).toEqual([3, 4]);
	expect(await log.ids({ since: 3, limit: 2, after: 0 })).toEqual([5, 6]);
	expect(await log.ids({ until: 2 })).toEqual([1]);
});

test("places that no entry has are before the first or after the last one", async () => {
	await using log = await openLog([1, 2, 3]);
	for (const after of [3, 4, 2_147_483_648, MOST]) expect(await log.ids({ since: 1, after })).toEqual([]);
	for (const before of [4, 2_147_483_648, MOST]) expect(await log.ids({ since: 2, before })).toEqual([2, 3]);
	expect(await log.ids({ since: 1, before: 1 })).toEqual([]);
});

test("none is missed when the clock was set back: they come by their time", async () => {
	await using log = await openLog([5, 6, 1, 7]);
	expect(await log.ids({ since: 1, until: 6 })).toEqual([3, 1]);
	expect(await log.ids({ since: 1, until: 6, limit: 1 })).toEqual([1]);
	expect(await log.ids({ since: 1, until: 6, limit: 1, before: 1 })).toEqual([3]);
	expect(await log.ids({ since: 5, after: 1 })).toEqual([2, 4]);
});
