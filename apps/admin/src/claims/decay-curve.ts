import {
	CONFIDENCE_FLOOR,
	confidenceAt,
	DAY_MS,
	type Decaying,
	HALF_LIFE_DAYS,
	reachesStalenessAt,
} from "@cairn/claims";

export interface CurvePoint {
	/** Milliseconds since the epoch. */
	at: number;
	/** 0 to 1. */
	confidence: number;
}

/** A claim's decay from when it was confirmed last until nothing more is to be seen. */
export interface DecayCurve {
	from: number;
	until: number;
	/** In the order of time; the first at `from`, the last at `until`. */
	points: readonly CurvePoint[];
	/** Where half of it is gone and it counts as stale; undefined when the floor keeps it from that. */
	half: CurvePoint | undefined;
	/** Below it no confidence falls; what was given, where that is less. */
	floor: number;
}

const STEPS = 48;
/** A curve that ends right at its last mark looks cut off. */
const MARGIN = 1.08;
/** Half-lives that are drawn at the least. */
const HALF_LIVES = 2.5;

/** The curve of a claim, long enough for the instants that are marked on it. */
export function decayCurve(claim: Decaying, marked: readonly number[]): DecayCurve {
	const { volatility, confidence, since: from } = claim;
	const shown = HALF_LIVES * HALF_LIFE_DAYS[volatility] * DAY_MS;
	const length = MARGIN * Math.max(shown, ...marked.map((at) => at - from));
	const until = from + length;
	const halfAt = reachesStalenessAt(claim, 0.5);
	const times = Array.from({ length: STEPS + 1 }, (_, step) => from + (length * step) / STEPS);
	const bend = floorAt(claim);
	if (bend !== undefined && bend < until) times.push(bend);
	const point = (at: number) => ({ at, confidence: confidenceAt(claim, at) });
	return {
		from,
		until,
		points: times.sort((a, b) => a - b).map(point),
		half: confidence > 0 && halfAt !== undefined ? point(halfAt) : undefined,
		floor: Math.min(confidence, CONFIDENCE_FLOOR),
	};
}

/** When the floor is reached, where the curve has a bend. */
function floorAt(claim: Decaying): number | undefined {
	if (claim.confidence <= CONFIDENCE_FLOOR) return undefined;
	return reachesStalenessAt(claim, 1 - CONFIDENCE_FLOOR / claim.confidence);
}
