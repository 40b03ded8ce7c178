import { type audit, events } from "@cairn/store";
import { instantsOf, readDays } from "../audit/audit-query.ts";
import type { TimelineQuery } from "../urls.ts";
import { oneOf } from "../view/preferences.ts";

/** The parts of Cairn, as the timeline's filter names them. */
export const KINDS = [
	"files",
	"logs",
	"claims",
	"scripts",
	"routines",
	"backups",
	"agents",
	"access",
] as const;

export type Kind = (typeof KINDS)[number];

/** Which part the first word of an action belongs to. */
const KIND_OF: Readonly<Record<string, Kind>> = {
	file: "files",
	summary: "files",
	log: "logs",
	claim: "claims",
	script: "scripts",
	catalog: "scripts",
	laptop: "scripts",
	routine: "routines",
	backup: "backups",
	agent: "agents",
	token: "agents",
	owner: "access",
	session: "access",
	host: "access",
	access: "access",
};

/** The actions of one part; every action belongs to one. */
export function actionsOf(kind: Kind): events.EventAction[] {
	return events.EVENT_ACTIONS.filter((action) => KIND_OF[action.slice(0, action.indexOf("."))] === kind);
}

/** The filter of an address, without what in it can't be; days are those of UTC. */
export function readTimelineQuery(query: Readonly<Record<string, string | undefined>>): TimelineQuery {
	return {
		agent: query.agent?.trim() || undefined,
		kind: oneOf(KINDS, query.kind),
		...readDays(query),
	};
}

/** What the store is asked for. */
export function timelineFilter({ agent, kind, since, until }: TimelineQuery): audit.AuditFilter {
	const known = oneOf(KINDS, kind);
	return { agentId: agent, actions: known && actionsOf(known), ...instantsOf({ since, until }) };
}
