import fc from "fast-check";
import { expect, test } from "vitest";
import { splitLines } from "../file/split-lines.ts";
import { diffWithoutSpace } from "./without-space.ts";

async function marked(before: string, after: string): Promise<string[]> {
	const { chunks } = await diffWithoutSpace(before, after);
	const sign = { equal: " ", remove: "-", add: "+" };
	return chunks.flatMap(({ op, lines }) => lines.map((line) => `${sign[op]}${line}`));
}

test.each([
	["indentation", "if x:\n  go()\n", "if x:\n\tgo()\n", [" if x:", " \tgo()"]],
	["space within a line", "a=1\n", "a = 1\n", [" a = 1"]],
	["space at the end", "a  \n", "a\n", [" a"]],
	["ends of lines", "a\r\nb\r\n", "a\nb\n", [" a", " b"]],
	["a last line without its newline", "a", "a\n", [" a"]],
	["a last line of spaces", "a\n  ", "a\n\n", [" a", " "]],
	["nothing", "", "", []],
	["a word", " a\nb\n", "a\n c\n", [" a", "-b", "+ c"]],
	["an added empty line", "a\nb\n", "a\n\nb\n", [" a", "+", " b"]],
	["a text that was empty", "", " a\n", ["+ a"]],
])("a diff without white space shows %s as it is", async (_what, before, after, lines) => {
	expect(await marked(before, after)).toEqual(lines);
});

test("a diff without white space holds each line of both texts that it changes, and every line of the newer", async () => {
	const text = fc
		.array(fc.constantFrom("a", "b", " a", "a ", "", " ", "\t", "c d", "cd"))
		.map((lines) => lines.join("\n"));
	await fc.assert(
		fc.asyncProperty(text, text, async (before, after) => {
			const { chunks } = await diffWithoutSpace(before, after);
			const linesOf = (...ops: string[]) =>
				chunks.filter(({ op }) => ops.includes(op)).flatMap(({ lines }) => lines);
			expect(linesOf("equal", "add")).toEqual(splitLines(after));
			const stripped = (lines: readonly string[]) => lines.map((line) => line.replaceAll(/\s/g, ""));
			expect(stripped(linesOf("equal", "remove"))).toEqual(stripped(splitLines(before)));
		}),
	);
});
