import type { ClaimChange, State, Volatility } from "@cairn/claims";

interface Change<What extends string, Value> {
	what: What;
	before: Value;
	after: Value;
}

/** One value of a claim that a change made another. */
export type Difference =
	| Change<"confidence", number>
	| Change<"volatility", Volatility>
	| Change<"rank", number | null>
	| Change<"state", State>;

/** What a change made different, of all that the history keeps. */
export function differences(before: ClaimChange, after: ClaimChange): Difference[] {
	const all: Difference[] = [
		{ what: "confidence", before: before.confidence, after: after.confidence },
		{ what: "volatility", before: before.volatility, after: after.volatility },
		{ what: "rank", before: before.assertedRank, after: after.assertedRank },
		{ what: "state", before: before.state, after: after.state },
	];
	return all.filter((difference) => difference.before !== difference.after);
}
