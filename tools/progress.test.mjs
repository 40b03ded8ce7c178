import { expect, test } from "vitest";
import { progressLine } from "./progress.mjs";

test.each([
	["one that fits", 80, "cairn: building the programs (7 s)"],
	["one that just fits", 35, "cairn: building the programs (7 s)"],
	["one that is too long", 34, "cairn: building the progra… (7 s)"],
	["one for which there is no room at all", 4, "… (7 s)"],
])("a line of progress is replaced by the next one: %s", (_what, width, line) => {
	expect(progressLine("building the programs", 7, width)).toBe(line);
});
