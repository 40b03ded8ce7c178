import type { Sql } from "../sql.ts";

/** So many ids make a span. */
const SPAN_IDS = 1_024;

/** Whether an event is the last one of its span. */
export function endsSpan(id: number): boolean {
	return id % SPAN_IDS === SPAN_IDS - 1;
}

/** Notes the times of the span that an event ends, and of those before it that ids left unfinished. */
export async function noteSpans(sql: Sql, lastId: number): Promise<void> {
	await sql.run(
		`INSERT INTO event_spans (number, first_at, last_at)
		 SELECT id / ${SPAN_IDS}, min(at), max(at) FROM events
		 WHERE id >= (SELECT coalesce(max(number) + 1, 0) FROM event_spans) * ${SPAN_IDS} AND id <= ?
		 GROUP BY id / ${SPAN_IDS}`,
		lastId,
	);
}

/** Between which ids all events of a time are: from the first on, and before the second; undefined where nothing is known. */
export interface IdBounds {
	readonly from?: number | undefined;
	readonly before?: number | undefined;
}

export interface TimeBounds {
	/** The instant from which on, and the one before which, milliseconds since the epoch. */
	readonly since?: number | undefined;
	readonly until?: number | undefined;
}

/**
 * Between which ids the events of a time are, by the times of whole spans: so a page of long ago, or of no time at all,
 * takes no longer than one of now. Exact also where the clock was set back, as each span has its earliest and latest time.
 */
export async function idsOfTime(sql: Sql, { since, until }: TimeBounds): Promise<IdBounds> {
	const newest = await sql.get<{ id: number }>(
		`SELECT coalesce(max(number) + 1, 0) * ${SPAN_IDS} AS id FROM event_spans`,
	);
	const spanless = Number(newest?.id ?? 0);
	return {
		from: since === undefined ? undefined : await firstSince(sql, { since, spanless }),
		before: until === undefined ? undefined : await endBefore(sql, { until, spanless }),
	};
}

async function firstSince(
	sql: Sql,
	{ since, spanless }: { readonly since: number; readonly spanless: number },
): Promise<number> {
	const row = await sql.get<{ id: number | null }>(
		`SELECT min(number) * ${SPAN_IDS} AS id FROM event_spans WHERE last_at >= ?`,
		since,
	);
	return Number(row?.id ?? spanless);
}

/** The newest events, which have no span yet, are looked at one by one: there are no more of them than two spans have. */
async function endBefore(
	sql: Sql,
	{ until, spanless }: { readonly until: number; readonly spanless: number },
): Promise<number | undefined> {
	const recent = await sql.get("SELECT id FROM events WHERE id >= ? AND at < ? LIMIT 1", spanless, until);
	if (recent !== undefined) return undefined;
	const row = await sql.get<{ id: number | null }>(
		`SELECT (max(number) + 1) * ${SPAN_IDS} AS id FROM event_spans WHERE first_at < ?`,
		until,
	);
	return Number(row?.id ?? 0);
}
