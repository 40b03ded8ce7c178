import type { Chunk } from "../src/diff/line-diff.ts";

/**
 * Applies a diff to the text that it was made from, as a reader of the diff would, and returns the new text. Throws
 * where a chunk doesn't fit the old text, or says something else of its last newline.
 */
export function applyDiff(before: string, chunks: readonly Chunk[]): string {
	const oldLines = before.split(/(?<=\n)/).filter((line) => line !== "");
	let position = 0;
	let after = "";
	for (const chunk of chunks) {
		const given = chunk.lines.map((line) => `${line}\n`).join("");
		let text = chunk.no_newline_at_end ? given.slice(0, -1) : given;
		if (chunk.op !== "add") {
			const count = chunk.elided ?? chunk.lines.length;
			const covered = oldLines.slice(position, position + count).join("");
			position += count;
			if (chunk.elided !== undefined) {
				expectSame(covered.endsWith("\n"), chunk.no_newline_at_end !== true, "newline of elided lines");
				text = covered;
			}
			expectSame(text, covered, chunk.op);
		}
		after += chunk.op === "remove" ? "" : text;
	}
	expectSame(position, oldLines.length, "old lines covered");
	return after;
}

function expectSame<T>(actual: T, expected: T, what: string): void {
	if (actual !== expected) {
		throw new Error(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
	}
}
