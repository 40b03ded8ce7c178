import type { Chunk } from "@cairn/scratchpad";
import { describe, expect, test } from "vitest";
import { diffBlocks, diffStats } from "./diff-blocks.ts";
import { openGaps, openOneGap } from "./open-gaps.ts";
import { rowsOf, takeRows } from "./take-rows.ts";

const chunks: Chunk[] = [
	{ op: "equal", lines: [], elided: 10 },
	{ op: "equal", lines: ["k"] },
	{ op: "remove", lines: ["old"] },
	{ op: "add", lines: ["new", "newer"] },
	{ op: "equal", lines: ["l"] },
	{ op: "equal", lines: [], elided: 500 },
	{ op: "add", lines: ["end"], no_newline_at_end: true },
];

describe("the blocks of a diff", () => {
	test("carry the line numbers of both versions", () => {
		expect(diffBlocks(chunks)).toMatchObject([
			{ kind: "gap", old: 1, new: 1, count: 10 },
			{ kind: "equal", old: 11, new: 11, lines: ["k"] },
			{ kind: "change", old: 12, new: 12, removed: ["old"], added: ["new", "newer"] },
			{ kind: "equal", old: 13, new: 14, lines: ["l"] },
			{ kind: "gap", old: 14, new: 15, count: 500 },
			{ kind: "change", old: 514, new: 515, removed: [], added: ["end"], addedNoNewline: true },
		]);
	});

	test("count what was added and removed", () => {
		expect(diffStats(chunks)).toEqual({ added: 3, removed: 1 });
	});
});

describe("a gap", () => {
	const newLines = Array.from({ length: 515 }, (_, index) => `line ${index + 1}`);
	const blocks = diffBlocks(chunks);

	test("opens by steps, each of which can be opened in turn", () => {
		const once = openGaps(blocks, newLines, new Set([15]));
		expect(once[4]).toMatchObject({ kind: "equal", old: 14, new: 15, lines: { length: 200 } });
		expect(once[5]).toEqual({ kind: "gap", old: 214, new: 215, count: 300 });
		const all = openGaps(blocks, newLines, new Set([15, 215, 415]));
		expect(all.filter(({ kind }) => kind === "gap")).toHaveLength(1);
		expect(all[6]).toMatchObject({ lines: newLines.slice(414, 514) });
	});

	test("gives the lines of one step alone", () => {
		const [lines, rest, ...more] = openOneGap(blocks, newLines, 215);
		expect(lines).toMatchObject({ kind: "equal", old: 214, new: 215, lines: newLines.slice(214, 414) });
		expect(rest).toEqual({ kind: "gap", old: 414, new: 415, count: 100 });
		expect(more).toEqual([]);
	});

	test("gives nothing for a line that is not hidden", () => {
		expect(openOneGap(blocks, newLines, 12)).toEqual([]);
	});
});

describe("the rows of a part", () => {
	const large = diffBlocks([
		{ op: "remove", lines: Array.from({ length: 700 }, (_, index) => `old ${index}`) },
		{ op: "add", lines: Array.from({ length: 900 }, (_, index) => `new ${index}`), no_newline_at_end: true },
	]);

	test("are all rows of a small diff", () => {
		const taken = takeRows(diffBlocks(chunks), { start: 0, all: false, split: false });
		expect(taken).toMatchObject({ blocks: diffBlocks(chunks), total: 8 });
		expect(taken).not.toHaveProperty("next");
	});

	test("end where the page would grow too large, and go on from there", () => {
		const seen: string[] = [];
		let start: number | undefined = 0;
		while (start !== undefined) {
			const taken = takeRows(large, { start, all: false, split: false });
			for (const block of taken.blocks) {
				if (block.kind === "change") seen.push(...block.removed, ...block.added);
			}
			expect(taken.blocks.reduce((sum, block) => sum + rowsOf(block), 0)).toBeLessThan(400);
			start = taken.next;
		}
		expect(seen).toHaveLength(1_600);
		expect(new Set(seen).size).toBe(1_600);
	});

	test("keep the numbers of the lines and the missing newline", () => {
		const { blocks } = takeRows(large, { start: 1_500, all: true, split: false });
		expect(blocks).toMatchObject([
			{ old: 701, new: 801, removed: [], added: { length: 100 }, addedNoNewline: true },
		]);
		const first = takeRows(large, { start: 0, all: false, split: false }).blocks[0];
		expect(first).toMatchObject({ removedNoNewline: false, addedNoNewline: false, added: [] });
	});
});
