import { describe, expect, test } from "vitest";
import { interned } from "../../test/interned.ts";
import { runToEnd } from "../../test/run-to-end.ts";
import type { InternedLines } from "./intern-lines.ts";
import { matchLines } from "./match-lines.ts";
import { createPartners } from "./partners.ts";

function match(lines: InternedLines) {
	const partners = createPartners(lines.old.length);
	const gap = { oldStart: 0, oldEnd: lines.old.length, newStart: 0, newEnd: lines.new.length };
	const coarse = runToEnd(matchLines(lines, gap, partners));
	const matched = [...partners].filter((line) => line !== -1);
	expect(matched.every((line, index) => line > (matched[index - 1] ?? -1))).toBe(true);
	const isTrue = (newLine: number, oldLine: number) =>
		newLine === -1 || lines.old[oldLine] === lines.new[newLine];
	expect(partners.every(isTrue)).toBe(true);
	return { coarse, matched: matched.length };
}

function numbered(old: number[], fresh: number[]): InternedLines {
	const highest = [...old, ...fresh].reduce((high, number) => Math.max(high, number), 0);
	return { old: Int32Array.from(old), new: Int32Array.from(fresh), distinct: highest + 1 };
}

function range(start: number, end: number): number[] {
	return Array.from({ length: end - start }, (_, index) => start + index);
}

/** Each value followed by the same few others, as braces and blank lines stand between the lines of a program. */
function withFillers(values: number[]): number[] {
	return values.flatMap((value, index) => [value + 10, index % 3, (index * 7) % 5]);
}

describe("matching lines", () => {
	test("sides without a common line are settled, however long", () => {
		expect(match(numbered(range(0, 50_000), range(50_000, 100_000)))).toEqual({ coarse: false, matched: 0 });
	});

	test("a small edit is the shortest even where a unique line moved across it", () => {
		const repeated = "ab".repeat(40);
		expect(match(interned(`x${repeated}`, `${repeated}x`))).toEqual({ coarse: false, matched: 80 });
	});

	test("a thousand replaced lines are settled, since they stand on one side only", () => {
		const fresh = range(0, 2000).map((line) => (line % 2 === 0 ? line % 4 : 5000 + line));
		const old = range(0, 2000).map((line) => (line % 2 === 0 ? line % 4 : line + 10));
		expect(match(numbered(old, fresh))).toEqual({ coarse: false, matched: 1000 });
	});

	test("a large block of unique lines that moved is settled", () => {
		const moved = [...range(2000, 5000), ...range(0, 2000), ...range(5000, 8000)];
		expect(match(numbered(range(0, 8000), moved))).toEqual({ coarse: false, matched: 6000 });
	});

	test("a large block that moved among repeated lines is matched around, coarsely", () => {
		const old = withFillers(range(0, 1000));
		const fresh = withFillers([...range(300, 600), ...range(0, 300), ...range(600, 1000)]);
		const { coarse, matched } = match(numbered(old, fresh));
		expect(coarse).toBe(true);
		expect(matched).toBeGreaterThanOrEqual(2100);
	});

	test("a block that moved among lines that all occur twice is matched around, coarsely", () => {
		const twice = [...range(0, 2000), ...range(0, 2000)];
		const moved = [
			...twice.slice(0, 500),
			...twice.slice(900, 1500),
			...twice.slice(500, 900),
			...twice.slice(1500),
		];
		const { coarse, matched } = match(numbered(twice, moved));
		expect(coarse).toBe(true);
		expect(matched).toBeGreaterThanOrEqual(3600);
	});

	test("scattered changes between two lines that alternate are matched around, coarsely", () => {
		const old = range(0, 200_000).map((line) => line % 2);
		const fresh = old.map((line, index) => (index % 1000 === 500 ? 1 - line : line));
		const { coarse, matched } = match(numbered(old, fresh));
		expect(coarse).toBe(true);
		expect(matched).toBeGreaterThanOrEqual(199_600);
	});

	test("a rare line that moved far doesn't keep the lines that it crossed from matching", () => {
		const repeated = range(0, 6000).map((line) => (line * line) % 97);
		const changed = repeated.map((line, index) => (index % 12 === 0 ? (line + 1) % 97 : line));
		const { coarse, matched } = match(numbered([100, ...repeated], [...changed, 100]));
		expect(coarse).toBe(true);
		expect(matched).toBeGreaterThanOrEqual(5400);
	});

	test("a few rare lines show where repeated lines go on after a long insertion", () => {
		const repeated = range(0, 4000).map((line) => (line % 1000 === 0 ? 100 + line : (line * line) % 7));
		const inserted = range(0, 5000).map((line) => (line * line) % 11);
		const { coarse, matched } = match(numbered([50, ...repeated], [51, ...inserted, ...repeated, 52]));
		expect(coarse).toBe(true);
		expect(matched).toBeGreaterThanOrEqual(3000);
	});

	test("repeated lines in quite another order are left unmatched, coarsely", () => {
		const old = range(0, 30_000).map((line) => (line * line) % 7);
		const fresh = range(0, 30_000).map((line) => (line * line * line + line) % 11);
		expect(match(numbered(old, fresh)).coarse).toBe(true);
	});

	test("lines that get rare one after the other can't make it cut without end", () => {
		const old = range(0, 30_000).flatMap((line) => [line + 1, line]);
		const fresh = range(0, 30_000).flatMap((line) => [line, line + 1]);
		expect(match(numbered(old, fresh)).coarse).toBe(true);
	});
});
