import { describe, expect, test } from "vitest";
import { runToEnd } from "../../test/run-to-end.ts";
import { visitRuns } from "./visit-runs.ts";

function listRuns(partners: number[], newLength: number): string[] {
	const runs: string[] = [];
	runToEnd(
		visitRuns(Int32Array.from(partners), newLength, ({ op, start, end }) => {
			runs.push(`${op} ${start}-${end}`);
		}),
	);
	return runs;
}

describe("the runs of an edit", () => {
	test.each([
		["are none for empty texts", [], 0, []],
		["are one for equal texts", [0, 1], 2, ["equal 0-2"]],
		["add all to an empty text", [], 2, ["add 0-2"]],
		["remove all from a text", [-1, -1], 0, ["remove 0-2"]],
		["remove before they add", [-1, -1], 3, ["remove 0-2", "add 0-3"]],
		["change in the middle", [0, -1, 2], 3, ["equal 0-1", "remove 1-2", "add 1-2", "equal 2-3"]],
		["only add in the middle", [0, 2], 3, ["equal 0-1", "add 1-2", "equal 1-2"]],
		["only remove in the middle", [0, -1, 1], 2, ["equal 0-1", "remove 1-2", "equal 2-3"]],
		["change both ends", [-1, 1, -1], 3, ["remove 0-1", "add 0-1", "equal 1-2", "remove 2-3", "add 2-3"]],
	])("%s", (_, partners, newLength, runs) => {
		expect(listRuns(partners, newLength)).toEqual(runs);
	});
});
