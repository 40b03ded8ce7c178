/** A rank this much worse than the asserted one is within what may vary. */
const MARGIN = 2;
/** So many valid periods in a row must agree. */
const PERIODS = 3;
/** The severity of a drop of nothing. */
const BASE_SEVERITY = 0.4;

/** What somebody measured: ranks by entity, 1 the best, the latest period first. A missing rank is undefined or null. */
export interface Observed {
	readonly signals: ReadonlyArray<Readonly<Record<string, ReadonlyArray<number | null>>>>;
	/** Whether there was enough to measure in each period; all periods count unless told, none beyond its end. */
	readonly validPeriods?: readonly boolean[] | undefined;
}

/** The best and worst rank that an entity has over all signals and the latest valid periods. */
export interface ObservedRanks {
	readonly best: number;
	readonly worst: number;
}

/**
 * The ranks by which a drop is judged, of each entity that all signals rank in each of the three latest valid periods.
 * An entity that a signal doesn't know, or a period without its rank, is no drop.
 */
export function latestRanks({ signals, validPeriods }: Observed): Map<string, ObservedRanks> {
	const ranks = new Map<string, ObservedRanks>();
	const [first, ...others] = signals;
	if (first === undefined) return ranks;
	const periods = latestPeriods(signals, validPeriods);
	if (periods.length < PERIODS) return ranks;
	for (const entity of Object.keys(first)) {
		const series = [first, ...others].map((signal) =>
			Object.hasOwn(signal, entity) ? signal[entity] : undefined,
		);
		const seen = series.flatMap((one) => periods.map((period) => one?.[period] ?? undefined));
		const known = seen.filter((rank) => rank !== undefined);
		if (known.length < seen.length) continue;
		ranks.set(entity, { best: Math.min(...known), worst: Math.max(...known) });
	}
	return ranks;
}

function latestPeriods(signals: Observed["signals"], validPeriods: Observed["validPeriods"]): number[] {
	let length = 0;
	for (const signal of signals) {
		for (const series of Object.values(signal)) length = Math.max(length, series.length);
	}
	const latest: number[] = [];
	for (let period = 0; period < length && latest.length < PERIODS; period++) {
		if (validPeriods === undefined || validPeriods[period] === true) latest.push(period);
	}
	return latest;
}

/** How many entities the largest signal ranks. */
export function populationOf({ signals }: Observed): number {
	return Math.max(1, ...signals.map((signal) => Object.keys(signal).length));
}

/** Whether the ranks are worse than the asserted one allows, each of them. */
export function hasDropped(assertedRank: number, { best }: ObservedRanks): boolean {
	return best > assertedRank + MARGIN;
}

/** How bad a drop is, 0 to 1. */
export function dropSeverity(assertedRank: number, worst: number, population: number): number {
	return Math.min(1, (worst - assertedRank) / population / assertedRank + BASE_SEVERITY);
}
