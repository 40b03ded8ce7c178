import type { Volatility } from "./vocabulary.ts";

export const DAY_MS = 86_400_000;

/** In how many days a claim's confidence halves. */
export const HALF_LIFE_DAYS: Readonly<Record<Volatility, number>> = { stable: 365, slow: 30, volatile: 7 };

/** Decay ends here: what was once claimed is worth a look for ever. */
export const CONFIDENCE_FLOOR = 0.05;

/** What a claim's decay depends on. Times are milliseconds since the epoch. */
export interface Decaying {
	readonly volatility: Volatility;
	/** As it was when the decay began, 0 to 1. */
	readonly confidence: number;
	/** When it was asserted or confirmed last. */
	readonly since: number;
}

export function halfLifeMs(volatility: Volatility): number {
	return HALF_LIFE_DAYS[volatility] * DAY_MS;
}

/** What is left of a claim's confidence at an instant: never above what was given, and a time to come counts as now. */
export function confidenceAt({ volatility, confidence, since }: Decaying, at: number): number {
	const left = confidence * 0.5 ** (Math.max(0, at - since) / halfLifeMs(volatility));
	return Math.min(confidence, Math.max(CONFIDENCE_FLOOR, left));
}

/** The part of a claim's confidence that is gone at an instant, 0 to 1; all of it where there was none. */
export function stalenessAt(claim: Decaying, at: number): number {
	const { volatility, confidence, since } = claim;
	if (confidence <= 0) return 1;
	const left = 0.5 ** (Math.max(0, at - since) / halfLifeMs(volatility));
	return 1 - Math.min(1, Math.max(CONFIDENCE_FLOOR / confidence, left));
}

/**
 * When a claim reaches a staleness, in whole milliseconds; undefined when the floor keeps it from ever doing so. It can be
 * told when the claim is written, since nothing but time makes it stale.
 */
export function reachesStalenessAt(claim: Decaying, staleness: number): number | undefined {
	const { volatility, confidence, since } = claim;
	if (staleness <= 0 || confidence <= 0) return since;
	if (1 - CONFIDENCE_FLOOR / confidence < staleness) return undefined;
	return since + Math.ceil(Math.log2(1 / (1 - staleness)) * halfLifeMs(volatility));
}
