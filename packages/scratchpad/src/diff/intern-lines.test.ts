import { describe, expect, test } from "vitest";
import { runToEnd } from "../../test/run-to-end.ts";
import { internLines } from "./intern-lines.ts";
import { splitLines } from "./split-lines.ts";

function intern(before: string, after: string) {
	const old = runToEnd(splitLines(before));
	const fresh = runToEnd(splitLines(after));
	const gap = { oldStart: 0, oldEnd: old.lines.length, newStart: 0, newEnd: fresh.lines.length };
	const lines = runToEnd(internLines(old, fresh, gap));
	return { old: [...lines.old], new: [...lines.new], distinct: lines.distinct };
}

describe("interning lines", () => {
	test("equal lines get equal numbers on both sides", () => {
		expect(intern("a\nb\na\n", "b\nc\n")).toEqual({ old: [0, 1, 0], new: [1, 2], distinct: 3 });
	});

	test("a last line without its newline is another line than the same with it", () => {
		expect(intern("a", "a\n")).toEqual({ old: [0], new: [1], distinct: 2 });
		expect(intern("a\na", "a\na")).toEqual({ old: [0, 1], new: [0, 1], distinct: 2 });
	});

	test("lines that differ in a carriage return, case or a name of Object's are different", () => {
		expect(intern("a\na\r\nA\n__proto__\nconstructor\n", "")).toMatchObject({ old: [0, 1, 2, 3, 4] });
	});

	test("lines outside the gap aren't looked at", () => {
		const text = runToEnd(splitLines("a\nb\nc\n"));
		const lines = runToEnd(internLines(text, text, { oldStart: 1, oldEnd: 2, newStart: 1, newEnd: 2 }));
		expect(lines.distinct).toBe(1);
	});
});
