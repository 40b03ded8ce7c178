import { describe, expect, test } from "vitest";
import { collapseContext } from "./collapse-context.ts";

function collapse(length: number, sides: string, context: number): string[] {
	const neighbours = { changeBefore: sides.startsWith("|"), changeAfter: sides.endsWith("|") };
	return collapseContext({ start: 10, end: 10 + length }, neighbours, context).map(
		({ start, end, elided }) => `${start - 10}-${end - 10}${elided ? " elided" : ""}`,
	);
}

describe("collapsing a run of equal lines", () => {
	test.each([
		["between changes keeps both sides", 9, "| |", 2, ["0-2", "2-7 elided", "7-9"]],
		["between changes may hide a single line", 5, "| |", 2, ["0-2", "2-3 elided", "3-5"]],
		["of twice the context is kept", 4, "| |", 2, ["0-4"]],
		["at the start keeps its last lines", 5, " |", 2, ["0-3 elided", "3-5"]],
		["at the start, of twice the context, is kept", 4, " |", 2, ["0-4"]],
		["at the end keeps its first lines", 5, "| ", 2, ["0-2", "2-5 elided"]],
		["at the end, of twice the context, is kept", 4, "| ", 2, ["0-4"]],
		["without any context is hidden", 1, "| |", 0, ["0-1 elided"]],
		["without any change is hidden", 3, " ", 2, ["0-3 elided"]],
		["with more context than lines is kept", 3, "| |", Number.MAX_SAFE_INTEGER, ["0-3"]],
	])("%s", (_, length, sides, context, parts) => {
		expect(collapse(length, sides, context)).toEqual(parts);
	});
});
