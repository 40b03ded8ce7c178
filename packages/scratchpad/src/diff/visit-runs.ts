import type { Partners } from "./partners.ts";

/** A run of lines of one fate: line numbers [start, end), of the new text for "add", of the old text otherwise. */
export interface Run {
	op: "equal" | "remove" | "add";
	start: number;
	end: number;
}

const RUNS_A_STEP = 1024;

/**
 * Visits the edit that a matching stands for, in the order of the texts: what is removed before what is added in
 * its place, and never two runs of one op in a row.
 */
export function* visitRuns(
	partners: Partners,
	newLength: number,
	visit: (run: Run) => void,
): Generator<void, void> {
	const visitNonEmpty = (op: Run["op"], start: number, end: number) => {
		if (start < end) {
			visit({ op, start, end });
		}
	};
	let oldLine = 0;
	let newLine = 0;
	for (let round = 1; oldLine < partners.length || newLine < newLength; round++) {
		const equalStart = oldLine;
		while (oldLine < partners.length && partners[oldLine] === newLine) {
			oldLine++;
			newLine++;
		}
		visitNonEmpty("equal", equalStart, oldLine);
		const removeStart = oldLine;
		while (oldLine < partners.length && partners[oldLine] === -1) {
			oldLine++;
		}
		visitNonEmpty("remove", removeStart, oldLine);
		const addEnd = partners[oldLine] ?? newLength;
		visitNonEmpty("add", newLine, addEnd);
		newLine = addEnd;
		if (round % RUNS_A_STEP === 0) {
			yield;
		}
	}
}
