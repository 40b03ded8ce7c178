import { Lock } from "@cairn/kernel";
import { collapseContext } from "./collapse-context.ts";
import { isOneSided } from "./diff-gap.ts";
import { internLines } from "./intern-lines.ts";
import { matchLines } from "./match-lines.ts";
import { createPartners, type Partners, recordTrimmed } from "./partners.ts";
import { runInSlices } from "./run-in-slices.ts";
import { isUnterminatedLine, type SplitText, splitLines } from "./split-lines.ts";
import { type TextWithLines, trimTexts } from "./trim-texts.ts";
import { type Run, visitRuns } from "./visit-runs.ts";

/** Lines of one fate, each without its "\n" but with a "\r" before it. */
export interface Chunk {
	op: "equal" | "remove" | "add";
	lines: string[];
	/** Instead of lines: how many equal ones stand here that are not given. */
	elided?: number;
	/** The chunk ends with the last line of a text (if equal, of both), and that line lacks its "\n". */
	no_newline_at_end?: true;
}

export interface LineDiff {
	chunks: Chunk[];
	/** Finding the shortest edit was too dear: the chunks are right, but may change more lines than they must. */
	coarse: boolean;
}

export interface DiffOptions {
	readonly context?: number | undefined;
	/** Stops the work when the caller goes away. */
	readonly signal?: AbortSignal | undefined;
}

/** Large texts are compared one pair at a time: side by side they would all take longer, and much memory. */
const large = new Lock();
const LARGE_CHARACTERS = 262_144;

/**
 * The edit that turns one text into the other, in lines. Lines end at "\n" only; "a" and "a\n" differ. Applied to
 * the old lines, the chunks give the new text byte for byte. A remove stands before the add that replaces it, and
 * no two chunks of one op follow each other, but for elided ones. Equal texts give one equal chunk, empty ones
 * none. The same texts always give the same chunks.
 *
 * Unless `coarse`, no edit changes fewer lines. Two texts of a megabyte each, whatever their shape, take a second at
 * most, in slices of some 10 to 40 ms between which the event loop turns; small texts need no turn.
 *
 * @throws CairnError `cancelled` when the signal fires.
 * @param options.context An integer >= 0: the equal lines to keep beside each change where a run of them is longer
 *   than twice that; the others are elided. Without it, all equal lines are given.
 */
export function diffLines(before: string, after: string, options: DiffOptions = {}): Promise<LineDiff> {
	const run = () => runInSlices(diffInSteps(before, after, options.context), options.signal);
	return before.length + after.length > LARGE_CHARACTERS ? large.hold(run) : run();
}

function* diffInSteps(before: string, after: string, context?: number): Generator<void, LineDiff> {
	const old = { ...(yield* splitLines(before)), text: before };
	const fresh = { ...(yield* splitLines(after)), text: after };
	const { partners, coarse } = yield* matchTexts(old, fresh);
	const chunks: Chunk[] = [];
	yield* visitRuns(partners, fresh.lines.length, (run) => {
		if (run.op !== "equal" || context === undefined) {
			chunks.push(chunkOf(run.op, run, run.op === "add" ? fresh : old));
			return;
		}
		const changeBefore = chunks.length > 0;
		const changeAfter = run.end < old.lines.length || partners[run.end - 1] !== fresh.lines.length - 1;
		for (const part of collapseContext(run, { changeBefore, changeAfter }, context)) {
			chunks.push(part.elided ? elidedChunk(part, old) : chunkOf("equal", part, old));
		}
	});
	return { chunks, coarse };
}

function* matchTexts(
	old: TextWithLines,
	fresh: TextWithLines,
): Generator<void, { partners: Partners; coarse: boolean }> {
	const whole = { oldStart: 0, oldEnd: old.lines.length, newStart: 0, newEnd: fresh.lines.length };
	const partners = createPartners(old.lines.length);
	const gap = yield* trimTexts(old, fresh);
	recordTrimmed(partners, whole, gap);
	if (isOneSided(gap)) {
		return { partners, coarse: false };
	}
	const lines = yield* internLines(old, fresh, gap);
	return { partners, coarse: yield* matchLines(lines, gap, partners) };
}

type Span = Pick<Run, "start" | "end">;

function chunkOf(op: Run["op"], { start, end }: Span, text: SplitText): Chunk {
	return markEnd({ op, lines: text.lines.slice(start, end) }, end, text);
}

function elidedChunk({ start, end }: Span, text: SplitText): Chunk {
	return markEnd({ op: "equal", lines: [], elided: end - start }, end, text);
}

function markEnd(chunk: Chunk, end: number, text: SplitText): Chunk {
	if (isUnterminatedLine(text, end - 1)) {
		chunk.no_newline_at_end = true;
	}
	return chunk;
}
