import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyDiff } from "../../test/apply-diff.ts";
import { type Chunk, diffLines } from "./line-diff.ts";

/** Chunks as unified diffs write them; "…n" for n elided lines, "\" after a last line without its newline. */
function show(chunks: readonly Chunk[]): string {
	const marks = { equal: "=", remove: "-", add: "+" };
	return chunks
		.map(({ op, lines, elided, no_newline_at_end }) => {
			const content = elided === undefined ? lines.join("|") : `…${elided}`;
			return `${marks[op]}${content}${no_newline_at_end ? "\\" : ""}`;
		})
		.join(" ");
}

async function diff(before: string, after: string, context?: number): Promise<string> {
	const { chunks } = await diffLines(before, after, context === undefined ? {} : { context });
	expect(applyDiff(before, chunks)).toBe(after);
	return show(chunks);
}

describe("the line diff", () => {
	test.each([
		["of empty texts is empty", "", "", ""],
		["of equal texts is one equal chunk", "a\nb\n", "a\nb\n", "=a|b"],
		["removes before it adds", "a\nb\nc\n", "a\nx\ny\nc\n", "=a -b +x|y =c"],
		["adds to an empty text", "", "a\nb\n", "+a|b"],
		["removes a whole text", "a\nb\n", "", "-a|b"],
		["replaces a whole text", "a\nb\n", "c\n", "-a|b +c"],
		["adds at the end", "a\n", "a\nb\n", "=a +b"],
		["adds at the start", "b\n", "a\nb\n", "+a =b"],
		["finds a moved line", "a\nb\nc\n", "b\nc\na\n", "-a =b|c +a"],
		["knows empty lines", "\n\n", "\n", "= -"],
	])("%s", async (_, before, after, shown) => {
		expect(await diff(before, after)).toBe(shown);
	});

	test("is an array of plain chunks and a mark", async () => {
		expect(await diffLines("a\nb\nc", "a\nx\nc")).toEqual({
			chunks: [
				{ op: "equal", lines: ["a"] },
				{ op: "remove", lines: ["b"] },
				{ op: "add", lines: ["x"] },
				{ op: "equal", lines: ["c"], no_newline_at_end: true },
			],
			coarse: false,
		});
	});
});

describe("line ends in a diff", () => {
	test.each([
		["an added final newline shows", "a", "a\n", "-a\\ +a"],
		["a removed final newline shows", "a\n", "a", "-a +a\\"],
		["it shows after equal lines", "a\nb", "a\nb\n", "=a -b\\ +b"],
		["it shows where a line is added after it", "a", "a\nb", "-a\\ +a|b\\"],
		["a last line without newline doesn't match the same line elsewhere", "a\na", "a\n", "=a -a\\"],
		["both may lack it", "a\nb", "x\nb", "-a +x =b\\"],
		["both may lack it in equal texts", "a\nb", "a\nb", "=a|b\\"],
		["both may lack it in different last lines", "a", "b", "-a\\ +b\\"],
		["a newline alone differs from nothing", "", "\n", "+"],
		["a carriage return is part of its line", "a\r\nb\r\n", "a\nb\r\n", "-a\r +a =b\r"],
		["a lone carriage return ends no line", "a\rb", "a\rc", "-a\rb\\ +a\rc\\"],
		["other separators end no line", "a\u2028b\n", "a\u2028c\n", "-a\u2028b +a\u2028c"],
		["NUL and astral characters are kept", "\0\n🙂\n", "\0\n🙃\n", "=\0 -🙂 +🙃"],
	])("%s", async (_, before, after, shown) => {
		expect(await diff(before, after)).toBe(shown);
	});
});

describe("context in a diff", () => {
	const nine = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
	test.each([
		["beside a change stays, the rest is elided", nine, nine.replace("5", "x"), 1, "=…3 =4 -5 +x =6 =…3"],
		[
			"of a run no longer than twice the context stays whole",
			nine,
			nine.replace("5", "x"),
			2,
			"=1|2|3|4 -5 +x =6|7|8|9",
		],
		["is kept on both sides of a run", nine, `x${nine.slice(1, -2)}y\n`, 2, "-1 +x =2|3 =…3 =7|8 -9 +y"],
		["0 elides every equal line", nine, nine.replace("5\n", ""), 0, "=…4 -5 =…4"],
		["0 elides a single equal line", "a\nb\nc\n", "x\nb\ny\n", 0, "-a +x =…1 -c +y"],
		["of equal texts is all elided", "a\nb\n", "a\nb\n", 5, "=…2"],
		["of empty texts is nothing", "", "", 3, ""],
		[
			"is marked where the elided lines end without a newline",
			"a\nb\nc\nd",
			"x\nb\nc\nd",
			1,
			"-a +x =b =…2\\",
		],
		["is marked once where lines stand behind elided ones", "a\nb\nc\nd", "a\nb\nc\nx\nd", 0, "=…3 +x =…1\\"],
	])("%s", async (_, before, after, context, shown) => {
		expect(await diff(before, after, context)).toBe(shown);
	});
});

const line = fc.oneof(
	{ weight: 4, arbitrary: fc.constantFrom("a", "b", "", "}") },
	{ weight: 2, arbitrary: fc.constantFrom("\r", "a\r", "\0", "a\u2028b", "🙂", "\u0085", "__proto__", " a") },
	{ weight: 1, arbitrary: fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\n", "")) },
);
const text = fc
	.tuple(fc.array(line, { maxLength: 30 }), fc.boolean())
	.map(([lines, terminated]) => lines.join("\n") + (terminated ? "\n" : ""));
const soup = fc.string({ unit: fc.constantFrom("\n", "\r", "a", "\0", "\u2028", "🙂"), maxLength: 40 });
const edited = fc
	.tuple(fc.array(line, { maxLength: 60 }), fc.array(fc.tuple(fc.nat(60), fc.nat(3), line), { maxLength: 6 }))
	.map(([lines, edits]): [string, string] => {
		const after = [...lines];
		for (const [at, removed, added] of edits) {
			after.splice(at, removed, added);
		}
		return [`${lines.join("\n")}\n`, `${after.join("\n")}\n`];
	});
const pair = fc.oneof(fc.tuple(text, text), fc.tuple(soup, soup), edited);

function longestCommon(old: readonly string[], fresh: readonly string[]): number {
	let row = new Array<number>(fresh.length + 1).fill(0);
	for (const oldLine of old) {
		const next = [0];
		for (const [index, newLine] of fresh.entries()) {
			const without = Math.max(row[index + 1] ?? 0, next[index] ?? 0);
			next.push(oldLine === newLine ? (row[index] ?? 0) + 1 : without);
		}
		row = next;
	}
	return row.at(-1) ?? 0;
}

/** Lines with their newlines, so that a last line without one is another line. */
function wholeLines(content: string): string[] {
	return content.split(/(?<=\n)/).filter((each) => each !== "");
}

function count(chunks: readonly Chunk[], op: Chunk["op"]): number {
	return chunks.reduce((sum, chunk) => sum + (chunk.op === op ? (chunk.elided ?? chunk.lines.length) : 0), 0);
}

describe("every line diff", () => {
	test("turns the old text into the new one, with and without context", async () => {
		await fc.assert(
			fc.asyncProperty(pair, fc.nat(4), async ([before, after], context) => {
				expect(applyDiff(before, (await diffLines(before, after)).chunks)).toBe(after);
				expect(applyDiff(before, (await diffLines(before, after, { context })).chunks)).toBe(after);
			}),
			{ numRuns: 500 },
		);
	});

	test("changes no more lines than it must, unless it is coarse", async () => {
		await fc.assert(
			fc.asyncProperty(pair, async ([before, after]) => {
				const { chunks, coarse } = await diffLines(before, after);
				expect(coarse).toBe(false);
				expect(count(chunks, "equal")).toBe(longestCommon(wholeLines(before), wholeLines(after)));
			}),
			{ numRuns: 300 },
		);
	});

	test("shows a change exactly where the texts differ", async () => {
		await fc.assert(
			fc.asyncProperty(pair, fc.option(fc.nat(3), { nil: undefined }), async ([before, after], context) => {
				const { chunks } = await diffLines(before, after, context === undefined ? {} : { context });
				expect(chunks.some((chunk) => chunk.op !== "equal")).toBe(before !== after);
			}),
		);
	});

	test("has maximal chunks, of at least one line, a remove before its add", async () => {
		await fc.assert(
			fc.asyncProperty(pair, async ([before, after]) => {
				const { chunks } = await diffLines(before, after);
				const ops = chunks.map((chunk) => chunk.op).join(" ");
				expect(ops).not.toMatch(/equal equal|remove remove|add add|add remove/);
				expect(chunks.every((chunk) => chunk.lines.length > 0 && chunk.elided === undefined)).toBe(true);
			}),
		);
	});

	test("counts with context the same lines as without, and elides only equal ones", async () => {
		await fc.assert(
			fc.asyncProperty(pair, fc.nat(4), async ([before, after], context) => {
				const whole = (await diffLines(before, after)).chunks;
				const cut = (await diffLines(before, after, { context })).chunks;
				expect(cut.filter((chunk) => chunk.op !== "equal")).toEqual(
					whole.filter((chunk) => chunk.op !== "equal"),
				);
				expect(count(cut, "equal")).toBe(count(whole, "equal"));
				for (const chunk of cut.filter(({ elided }) => elided !== undefined)) {
					expect(chunk).toMatchObject({ op: "equal", lines: [] });
					expect(chunk.elided).toBeGreaterThan(0);
				}
			}),
		);
	});

	test("is the same for the same texts, also when several are made at once", async () => {
		await fc.assert(
			fc.asyncProperty(pair, async ([before, after]) => {
				const [first, second] = await Promise.all([diffLines(before, after), diffLines(before, after)]);
				expect(second).toEqual(first);
			}),
		);
	});
});

describe("a line diff of large texts", () => {
	const repeat = (lines: string, times: number) => lines.repeat(times);
	const sequence = (length: number, lineAt: (index: number) => string) =>
		Array.from({ length }, (_, index) => `${lineAt(index)}\n`).join("");
	const random = sequence(300_000, (index) => "abc"[(index * index * 7 + (index >> 5)) % 3] ?? "");
	test.each([
		[
			"of wholly different files is exact",
			sequence(20_000, (i) => `a${i}`),
			sequence(20_000, (i) => `b${i}`),
			false,
		],
		["of one repeated line is exact", repeat("a\n", 500_000), repeat("a\n", 400_000), false],
		["of alternating lines, shifted, is exact", repeat("a\nb\n", 250_000), repeat("b\na\n", 250_000), false],
		[
			"of alternating lines and one of them is coarse",
			repeat("a\nb\n", 250_000),
			repeat("a\n", 500_000),
			true,
		],
		[
			"of a jumble of few lines, reversed, is coarse",
			random,
			`${[...random.slice(0, -1)].reverse().join("")}\n`,
			true,
		],
		["of a single huge line is exact", repeat("a", 1_000_000), `${repeat("a", 999_999)}b`, false],
		["of empty lines is exact", repeat("\n", 1_000_000), repeat("\n", 999_999), false],
		[
			"of files with every second line changed is exact",
			sequence(30_000, (i) => `line ${i}`),
			sequence(30_000, (i) => (i % 2 ? `line ${i}` : `changed ${i}`)),
			false,
		],
	])("%s", async (_, before, after, coarse) => {
		const diff = await diffLines(before, after, { context: 3 });
		expect(applyDiff(before, diff.chunks) === after).toBe(true);
		expect(diff.coarse).toBe(coarse);
	});
});
