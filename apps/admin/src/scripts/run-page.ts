import type { ScriptRunView } from "@cairn/catalog/server";

export interface RunPage {
	runs: readonly ScriptRunView[];
	/** The instant that the next page's runs started before. */
	next?: number;
}

/**
 * The page out of runs, latest first, of which one more than the limit was asked for. Pages are cut by the instant at
 * which runs started, so runs of one instant are kept together: else those on the next page would never be seen.
 */
export function runPage(found: readonly ScriptRunView[], limit: number): RunPage {
	const beyond = found[limit];
	if (beyond === undefined) return { runs: found };
	const first = found.slice(0, limit);
	const whole = first.filter(({ started_at }) => started_at > beyond.started_at);
	const runs = whole.length > 0 ? whole : first;
	return { runs, next: runs.at(-1)?.started_at ?? beyond.started_at };
}
