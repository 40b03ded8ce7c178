import { describe, expect, test } from "vitest";
import { alignLines } from "./align-lines.ts";
import { pairLines } from "./pair-lines.ts";
import { shortenSegments } from "./shorten-segments.ts";
import { markWords, type Segment } from "./word-marks.ts";

const join = (segments: readonly Segment[]) => segments.map(({ text }) => text).join("");
const changed = (segments: readonly Segment[]) =>
	segments.filter((part) => part.changed).map(({ text }) => text);

describe("word marks", () => {
	test("name the words that differ", () => {
		const pair = markWords('createHash("sha1");', 'createHash("sha256");');
		expect(changed(pair?.removed ?? [])).toEqual(["sha1"]);
		expect(changed(pair?.added ?? [])).toEqual(["sha256"]);
	});

	test("find several changes in one line", () => {
		const pair = markWords("a = 1; b = 2; c = 3;", "a = 7; b = 2; c = 9;");
		expect(changed(pair?.removed ?? [])).toEqual(["1", "3"]);
		expect(changed(pair?.added ?? [])).toEqual(["7", "9"]);
	});

	test.each([
		["same start", "same end"],
		["x😀y", "x😁y"],
		["", "added"],
		["a\r", "a"],
		["word", "words"],
	])("leave the texts %j and %j as they are", (removed, added) => {
		const pair = markWords(removed, added);
		if (pair === undefined) return;
		expect(join(pair.removed)).toBe(removed);
		expect(join(pair.added)).toBe(added);
		for (const { text } of [...pair.removed, ...pair.added]) expect(text.isWellFormed()).toBe(true);
	});

	test("are left out when the lines have little in common", () => {
		expect(markWords("completely different", "nothing to see here at all")).toBeUndefined();
	});

	test("stay bounded on a line of a megabyte", () => {
		const line = "word ".repeat(200_000);
		const pair = markWords(`${line}a ${line}`, `${line}b ${line}`);
		expect(changed(pair?.added ?? [])).toEqual(["b"]);
		const scattered = markWords(line.replaceAll("w", "v"), line);
		expect(scattered === undefined || scattered.added.length < 10).toBe(true);
	});
});

describe("lines of a change", () => {
	test("are paired in order when there are as many of each", () => {
		expect(alignLines(["a", "b"], ["c", "d"])).toEqual([
			[0, 0],
			[1, 1],
		]);
	});

	test("find the likest partner when there are not", () => {
		expect(alignLines(["const limit = 10;"], ["// new", "", "const limit = 20;"])).toEqual([
			[undefined, 0],
			[undefined, 1],
			[0, 2],
		]);
	});

	test("keep both sides in order and whole", () => {
		const pairs = alignLines(["aaaa", "bbbb", "cccc"], ["cccc!", "aaaa!"]);
		const indices = (side: 0 | 1) => pairs.flatMap((pair) => pair[side] ?? []);
		expect(indices(0)).toEqual([0, 1, 2]);
		expect(indices(1)).toEqual([0, 1]);
	});

	test("carry their numbers", () => {
		const rows = pairLines({ kind: "change", old: 5, new: 9, removed: ["x = 1"], added: ["x = 2", "y"] });
		expect(rows.map(({ removed, added }) => [removed?.number, added?.number])).toEqual([
			[5, 9],
			[undefined, 10],
		]);
	});
});

describe("a long line", () => {
	test("keeps its change in sight", () => {
		const pieces = shortenSegments([
			{ text: "a".repeat(5_000), changed: false },
			{ text: "NEW", changed: true },
			{ text: "b".repeat(5_000), changed: false },
		]);
		expect(pieces).toContainEqual({ text: "NEW", changed: true });
		expect(pieces.filter((piece) => "hidden" in piece)).toEqual([{ hidden: 4_880 }, { hidden: 4_880 }]);
	});

	test("of many changes shows the first and counts the rest", () => {
		const segments = Array.from({ length: 900 }, (_, index) => ({ text: "ab", changed: index % 2 === 0 }));
		const pieces = shortenSegments(segments);
		expect(pieces.length).toBeLessThan(30);
		expect(pieces.at(-1)).toEqual({ hidden: 1_800 - 24 });
	});
});
