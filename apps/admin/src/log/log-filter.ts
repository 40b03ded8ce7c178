import { DAY_MS } from "@cairn/claims";
import { dayAt } from "../audit/audit-query.ts";
import type { LogFilterQuery } from "../urls.ts";
import { type EntryMatcher, foundPattern, matchEntries } from "./match-entry.ts";
import { parseSearch } from "./search-terms.ts";

/** Which entries of a log are wanted. */
export interface LogFilter {
	/** The filter as it stands in an address, without what in it can't be. */
	readonly query: LogFilterQuery;
	/** Whether an entry of that time is wanted; undefined when every text is. */
	readonly matches: EntryMatcher | undefined;
	/** What finds in an entry that is wanted what was looked for. */
	readonly found: RegExp | undefined;
	/** The instants from which on, and before which. */
	readonly since: number | undefined;
	readonly until: number | undefined;
}

/** Longer searches are cut. */
export const MAX_SEARCH = 200;

/** The filter of an address; undefined where all entries are wanted. Days are those of UTC, the last one included. */
export function readLogFilter(query: Readonly<Record<string, string | undefined>>): LogFilter | undefined {
	const q = query.q?.slice(0, MAX_SEARCH).toWellFormed().trim() ?? "";
	const terms = parseSearch(q);
	const [since, last] = [dayAt(query.since), dayAt(query.until)];
	if (terms.length === 0 && since === undefined && last === undefined) return undefined;
	return {
		query: {
			q: terms.length === 0 ? undefined : q,
			since: since === undefined ? undefined : query.since,
			until: last === undefined ? undefined : query.until,
		},
		matches: terms.length === 0 ? undefined : matchEntries(terms),
		found: foundPattern(terms),
		since,
		until: last === undefined ? undefined : last + DAY_MS,
	};
}

/** Whether an entry is one of those wanted. */
export function isWanted(
	{ matches, since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY }: LogFilter,
	{ entry, created_at: at }: { readonly entry: string; readonly created_at: number },
): boolean {
	return at >= since && at < until && (matches === undefined || matches(entry));
}
