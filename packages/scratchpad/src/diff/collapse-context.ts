/** A part of a run of equal lines: lines [start, end), given as they are or only by their number. */
interface EqualPart {
	start: number;
	end: number;
	elided: boolean;
}

/** Whether a change stands before and after a run. */
interface Neighbours {
	changeBefore: boolean;
	changeAfter: boolean;
}

/**
 * Cuts a run of more than 2 * `context` equal lines to `context` lines beside each change; the rest is elided.
 * A run without any change beside it is elided whole.
 */
export function collapseContext(
	{ start, end }: { start: number; end: number },
	{ changeBefore, changeAfter }: Neighbours,
	context: number,
): EqualPart[] {
	if (end - start <= 2 * context && (changeBefore || changeAfter)) {
		return [{ start, end, elided: false }];
	}
	const headEnd = changeBefore ? start + context : start;
	const tailStart = changeAfter ? end - context : end;
	const parts = [
		{ start, end: headEnd, elided: false },
		{ start: headEnd, end: tailStart, elided: true },
		{ start: tailStart, end, elided: false },
	];
	return parts.filter((part) => part.start < part.end);
}
