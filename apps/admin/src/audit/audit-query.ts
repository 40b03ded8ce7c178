import { DAY_MS } from "@cairn/claims";
import { type audit, events } from "@cairn/store";
import type { AuditQuery } from "../urls.ts";
import { oneOf } from "../view/preferences.ts";

export const OUTCOMES = ["ok", "failed", "refused"] as const;

/** The filter of an address, without what in it can't be; days are those of UTC. */
export function readAuditQuery(query: Readonly<Record<string, string | undefined>>): AuditQuery {
	return {
		agent: query.agent === "" ? undefined : query.agent,
		action: oneOf(events.EVENT_ACTIONS, query.action),
		outcome: oneOf(OUTCOMES, query.outcome),
		...readDays(query),
	};
}

/** What the store is asked for. */
export function auditFilter({ agent, action, outcome, since, until }: AuditQuery): audit.AuditFilter {
	return { agentId: agent, action, outcome, ...instantsOf({ since, until }) };
}

export interface Days {
	since?: string | undefined;
	until?: string | undefined;
}

/** The days of an address, without what is none. */
export function readDays({ since, until }: Days): Days {
	return {
		since: dayAt(since) === undefined ? undefined : since,
		until: dayAt(until) === undefined ? undefined : until,
	};
}

/** The instants between which events are asked for; the last day counts as a whole. */
export function instantsOf({ since, until }: Days): Pick<audit.AuditFilter, "since" | "until"> {
	const last = dayAt(until);
	return { since: dayAt(since), until: last === undefined ? undefined : last + DAY_MS };
}

/** The instant at which a day such as 2026-11-30 begins in UTC; undefined for what is none. */
export function dayAt(text: string | undefined): number | undefined {
	if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
	const at = Date.parse(`${text}T00:00:00.000Z`);
	return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text ? undefined : at;
}
