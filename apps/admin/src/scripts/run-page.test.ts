import type { ScriptRunView } from "@cairn/catalog/server";
import { expect, test } from "vitest";
import { parseRunPlace, runPage } from "./run-page.ts";

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

test("a page names its last run, after which the next one goes on, also among runs of one instant", () => {
	const page = runPage([runAt(3), runAt(2, "b"), runAt(2, "a")], 2);
	expect(page).toEqual({ runs: [runAt(3), runAt(2, "b")], next: "2-b" });
	expect(parseRunPlace(page.next)).toEqual({ started_at: 2, id: "b" });
});

test.each([undefined, "", "2", "-b", "x-b", "2-", "2-a b", "1".repeat(16).concat("-b")])(
	"%j names no run",
	(text) => expect(parseRunPlace(text)).toBeUndefined(),
);
