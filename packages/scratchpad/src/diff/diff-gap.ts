/** Old lines [oldStart, oldEnd) facing new lines [newStart, newEnd), as line numbers from 0. */
export interface Gap {
	oldStart: number;
	oldEnd: number;
	newStart: number;
	newEnd: number;
}

const LINES_A_STEP = 8192;

/** True where one side has no lines: there is nothing left to match. */
export function isOneSided(gap: Gap): boolean {
	return gap.oldStart === gap.oldEnd || gap.newStart === gap.newEnd;
}

/** What remains of a gap without the lines that both sides begin and end with. */
export function* trimGap(
	gap: Gap,
	same: (oldLine: number, newLine: number) => boolean,
): Generator<void, Gap> {
	let { oldStart, oldEnd, newStart, newEnd } = gap;
	while (oldStart < oldEnd && newStart < newEnd && same(oldStart, newStart)) {
		oldStart++;
		newStart++;
		if (oldStart % LINES_A_STEP === 0) {
			yield;
		}
	}
	while (oldStart < oldEnd && newStart < newEnd && same(oldEnd - 1, newEnd - 1)) {
		oldEnd--;
		newEnd--;
		if (oldEnd % LINES_A_STEP === 0) {
			yield;
		}
	}
	return { oldStart, oldEnd, newStart, newEnd };
}
