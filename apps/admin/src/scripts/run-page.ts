import type { RunPlace, ScriptRunView } from "@cairn/catalog/server";

export interface RunPage {
	runs: readonly ScriptRunView[];
	/** The place in the list that the next page's runs come after, as it stands in an address. */
	next?: string;
}

/** The page out of runs, latest first, of which one more than the limit was asked for. */
export function runPage(found: readonly ScriptRunView[], limit: number): RunPage {
	const runs = found.slice(0, limit);
	const last = runs.at(-1);
	return found.length > limit && last !== undefined
		? { runs, next: `${last.started_at}-${last.id}` }
		: { runs };
}

/** The place that an address names; undefined when it names none. */
export function parseRunPlace(text: string | undefined): RunPlace | undefined {
	const [, instant, id] = /^(\d{1,15})-([\w-]{1,64})$/.exec(text ?? "") ?? [];
	return instant === undefined || id === undefined ? undefined : { started_at: Number(instant), id };
}
