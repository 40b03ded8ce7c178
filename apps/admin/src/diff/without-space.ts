import { type Chunk, diffLines } from "@cairn/scratchpad";
import { splitLines } from "../file/split-lines.ts";

/** White space but the ends of lines; a `\r` before one counts as white space. */
const SPACE = /[^\S\n]+/g;

interface DiffWithoutSpace {
	chunks: Chunk[];
	coarse: boolean;
}

/**
 * The edit that turns one text into the other, where lines that differ in white space alone are equal, and so is a last line
 * with and without its newline. Equal lines are given as the newer text has them.
 */
export async function diffWithoutSpace(
	before: string,
	after: string,
	context?: number,
): Promise<DiffWithoutSpace> {
	const { chunks, coarse } = await diffLines(
		withoutSpace(before),
		withoutSpace(after),
		context === undefined ? {} : { context },
	);
	return { chunks: withOwnLines(chunks, splitLines(before), splitLines(after)), coarse };
}

/** As many lines as the text has. */
function withoutSpace(text: string): string {
	const ends = text === "" || text.endsWith("\n") ? "" : "\n";
	return text.replace(SPACE, "") + ends;
}

/** The chunks with the lines that stand in the texts. */
function withOwnLines(
	chunks: readonly Chunk[],
	oldLines: readonly string[],
	newLines: readonly string[],
): Chunk[] {
	let old = 0;
	let fresh = 0;
	return chunks.map((chunk) => {
		const count = chunk.elided ?? chunk.lines.length;
		const [lines, start] = chunk.op === "remove" ? [oldLines, old] : [newLines, fresh];
		if (chunk.op !== "add") old += count;
		if (chunk.op !== "remove") fresh += count;
		return chunk.elided === undefined ? { ...chunk, lines: lines.slice(start, start + count) } : chunk;
	});
}
