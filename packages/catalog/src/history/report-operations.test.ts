import { openStore } from "@cairn/store";
import { makeTemporaryPlace } from "@cairn/store/testing";
import { expect, onTestFinished, test } from "vitest";
import { createCatalogReader } from "./catalog-reader.ts";
import { createReportToolset } from "./report-operations.ts";

const MINUTE_MS = 60_000;
const [ONE, OTHER] = ["1".repeat(64), "2".repeat(64)];

/** A server's operations for reports, with a clock of the test's. */
async function openReports() {
	const temporary = await makeTemporaryPlace();
	const store = await openStore(temporary.place);
	onTestFinished(async () => {
		await store.close();
		await temporary[Symbol.asyncDispose]();
	});
	const clock = { time: 1_000_000, now: () => clock.time };
	const toolset = createReportToolset(async () => ({ store, clock }));
	const call = (name: string, input: object) => toolset.call(name, input);
	return {
		clock,
		reader: createCatalogReader(store),
		report: (laptop: string, holds: Record<string, string>) =>
			call("report_catalog", { laptop, client_version: "0.1.0", catalog_version: "c1", holds }),
		runs: (runs: object[]) => call("report_runs", { laptop: "thinkpad", runs }),
		kept: () => store.read.all("SELECT duration_ms, exit_code FROM script_runs ORDER BY id"),
		ends: () =>
			store.read.all<{ object: string; outcome: string }>(
				"SELECT object, outcome FROM events WHERE action = 'script.run' ORDER BY id",
			),
		events: () =>
			store.read.all<{ at: number; object: string }>(
				"SELECT at, object FROM events WHERE action = 'laptop.report' ORDER BY id",
			),
	};
}

test("a report is an event when it tells something new, and writes nothing when it doesn't", async () => {
	const { clock, reader, report, events } = await openReports();
	await report("thinkpad", { echo: ONE, greet: ONE });
	clock.time += 5 * MINUTE_MS;
	await report("thinkpad", { greet: ONE, echo: ONE });
	expect(await events()).toEqual([{ at: 1_000_000, object: "thinkpad" }]);
	expect((await reader.listLaptops())[0]?.seen_at).toBe(1_000_000);
	await report("thinkpad", { echo: OTHER, greet: ONE });
	await report("other", { echo: ONE });
	expect((await events()).map(({ object }) => object)).toEqual(["thinkpad", "thinkpad", "other"]);
	expect((await reader.listLaptops()).find(({ name }) => name === "thinkpad")).toMatchObject({
		seen_at: clock.time,
		holds: { echo: OTHER, greet: ONE },
	});
});

test("a laptop of which there is no news is seen again each hour", async () => {
	const { clock, reader, report, events } = await openReports();
	for (let minutes = 0; minutes < 180; minutes += 5) {
		await report("thinkpad", { echo: ONE });
		clock.time += 5 * MINUTE_MS;
	}
	expect(await events()).toHaveLength(3);
	expect((await reader.listLaptops())[0]?.seen_at).toBe(1_000_000 + 120 * MINUTE_MS);
});

test("the event of a run tells whether it failed", async () => {
	const { runs, ends } = await openReports();
	const run = { dir: "echo", tool: "echo", digest: ONE, agent_id: "bot", started_at: 1, duration_ms: 1 };
	await runs([
		{ ...run, id: "run-00001", run_id: "one", exit_code: 0, status: "ok" },
		{ ...run, id: "run-00002", run_id: "two", exit_code: null, status: "error" },
	]);
	expect(await ends()).toEqual([
		{ object: "echo", outcome: "ok" },
		{ object: "echo", outcome: "failed" },
	]);
});

test("runs are paged without loss or repetition, also those of one instant", async () => {
	const { reader, runs } = await openReports();
	const ids = Array.from({ length: 25 }, (_, index) => `run-${String(index).padStart(5, "0")}`);
	await runs(
		ids.map((id, index) => ({
			...{ id, run_id: id, dir: "echo", tool: "echo", digest: ONE, agent_id: "bot" },
			...{ started_at: index < 20 ? 7 : index, duration_ms: 1, exit_code: 0, status: "ok" },
		})),
	);
	const seen = [];
	for (let page = await reader.listRuns("echo", { limit: 4 }); page.length > 0; ) {
		seen.push(...page);
		page = await reader.listRuns("echo", { after: page.at(-1), limit: 4 });
	}
	expect(seen.map(({ id }) => id).sort()).toEqual(ids);
	expect(seen.map(({ started_at }) => started_at)).toEqual([24, 23, 22, 21, 20, ...Array(20).fill(7)]);
});

test("a run under a clock that was set, or with an exit code of Windows, is kept with the others", async () => {
	const { runs, kept } = await openReports();
	const run = { dir: "echo", tool: "echo", digest: ONE, agent_id: "bot", started_at: 1, status: "error" };
	await runs([
		{ ...run, id: "run-00001", run_id: "one", duration_ms: 2_147_483_648, exit_code: 3_221_225_786 },
		{ ...run, id: "run-00002", run_id: "two", duration_ms: Number.MAX_SAFE_INTEGER, exit_code: null },
		{ ...run, id: "run-00003", run_id: "three", duration_ms: 5, exit_code: 255 },
	]);
	expect(await kept()).toEqual([
		{ duration_ms: 2_147_483_647, exit_code: -1_073_741_510 },
		{ duration_ms: 2_147_483_647, exit_code: null },
		{ duration_ms: 5, exit_code: 255 },
	]);
});
