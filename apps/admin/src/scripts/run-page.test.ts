import type { ScriptRunView } from "@cairn/catalog/server";
import { expect, test } from "vitest";
import { runPage } from "./run-page.ts";

const runAt = (started_at: number, id = "a"): ScriptRunView => ({
	id,
	run_id: "r",
	dir: "echo",
	tool: "echo",
	digest: "d",
	agent_id: "",
	laptop: "l",
	started_at,
	duration_ms: 1,
	exit_code: 0,
	status: "ok",
});

test("runs that fit are all on the page", () => {
	expect(runPage([runAt(2), runAt(1)], 2)).toEqual({ runs: [runAt(2), runAt(1)] });
});

test("a page names the instant that the next one goes on before", () => {
	expect(runPage([runAt(3), runAt(2), runAt(1)], 2)).toEqual({ runs: [runAt(3), runAt(2)], next: 2 });
});

test("runs of one instant are kept together, since the next page would skip the rest of them", () => {
	const page = runPage([runAt(3), runAt(2, "a"), runAt(2, "b")], 2);
	expect(page).toEqual({ runs: [runAt(3)], next: 3 });
});

test("a page is never empty although more runs of one instant than it holds follow", () => {
	expect(runPage([runAt(2, "a"), runAt(2, "b"), runAt(2, "c")], 2).runs).toHaveLength(2);
});
