import { Page } from "@cairn/operations";
import { claimConflicts, claimEvidence, claims, conflictGroups, type Sql, type Store } from "@cairn/store";
import * as z from "zod";
import { REVIEWED_KINDS, type ReviewedKind } from "../contradictions/conflicting-claims.ts";
import { decodeCursor, encodeCursor } from "../cursor.ts";
import { checkChangedEvidence } from "../evidence/check-evidence.ts";
import { type ClaimView, claimView } from "../reader/claim-view.ts";
import { SEVERITY } from "../rules/contradiction.ts";

/** A contradiction with all its sides, or the first of many. */
export interface ConflictView {
	readonly kind: ReviewedKind;
	/** The rank, the entity, or the id of the claim whose evidence changed. */
	readonly subject: string;
	/** 0 to 1. */
	readonly severity: number;
	readonly claims: readonly ClaimView[];
	/** How many claims have a part in it. */
	readonly total: number;
}

export interface InboxPage {
	/** Now, or any other instant: how confident the claims are then. */
	readonly at: number;
	/** Contradictions on a page. */
	readonly limit: number;
	/** Claims that are given of each. */
	readonly sides: number;
	readonly cursor?: string | undefined;
}

/** The kinds as they stand in the inbox: the most severe first. */
const ORDER = [...REVIEWED_KINDS].sort((a, b) => SEVERITY[b] - SEVERITY[a]);
const SCOPE = ["inbox"] as const;
/** Of a group: its rank, the number of its claim, or its entity. */
const place = z.discriminatedUnion("kind", [
	z.object({ kind: z.enum(["duplicate-rank", "evidence-changed"]), subject: z.int() }),
	z.object({ kind: z.literal("status-conflict"), subject: z.string() }),
]);

interface Group {
	readonly kind: ReviewedKind;
	readonly subject: string | number;
	readonly claimId: string;
	readonly total: number;
}

/** The contradictions that wait for a decision, each once, with the claims that have a part in it. */
export async function listInbox(
	store: Store,
	{ at, limit, sides, cursor }: InboxPage,
): Promise<Page<ConflictView>> {
	const after = decodeCursor(SCOPE, cursor, place);
	await checkChangedEvidence(store);
	const sql = store.read;
	const groups: Group[] = [];
	const start = after === undefined ? 0 : ORDER.indexOf(after.kind);
	for (const [index, kind] of ORDER.slice(start).entries()) {
		if (groups.length > limit) break;
		const from = index === 0 ? after?.subject : undefined;
		groups.push(...(await groupsOf(sql, kind, { after: from, limit: limit + 1 - groups.length })));
	}
	const page = groups.slice(0, limit);
	const views = await Promise.all(page.map((group) => withSides(sql, group, { at, sides })));
	const last = page.at(-1);
	if (page.length === groups.length || last === undefined) return new Page(views);
	const { kind, subject } = last;
	return new Page(views, { nextCursor: encodeCursor(SCOPE, { kind, subject }) });
}

interface Part {
	readonly after: string | number | undefined;
	readonly limit: number;
}

async function groupsOf(sql: Sql, kind: ReviewedKind, { after, limit }: Part): Promise<Group[]> {
	if (kind === "evidence-changed") {
		const from = typeof after === "number" ? after : 0;
		const rows = await claimEvidence.listUnsupportedClaims(sql, { after: from, limit });
		return rows.map(({ seq, id }) => ({ kind, subject: seq, claimId: id, total: 1 }));
	}
	const list = kind === "duplicate-rank" ? conflictGroups.listRankGroups : conflictGroups.listStatusGroups;
	const rows = await list(sql, { after, limit });
	return rows.map(({ subject, claimId, claims: total }) => ({ kind, subject, claimId, total }));
}

async function withSides(
	sql: Sql,
	{ kind, subject, claimId, total }: Group,
	{ at, sides }: { at: number; sides: number },
): Promise<ConflictView> {
	const rows = await sidesOf(sql, { kind, subject: kind === "evidence-changed" ? claimId : subject }, sides);
	return {
		kind,
		subject: kind === "evidence-changed" ? claimId : String(subject),
		severity: SEVERITY[kind],
		claims: rows.map((row) => claimView(row, at)),
		total,
	};
}

/** The active claims that have a part in a contradiction, up to a limit. */
export async function sidesOf(
	sql: Sql,
	{ kind, subject }: { kind: ReviewedKind; subject: string | number },
	limit: number,
): Promise<claims.ClaimRow[]> {
	if (kind === "duplicate-rank") return claimConflicts.listClaimsOfRank(sql, Number(subject), limit);
	if (kind === "status-conflict") return claimConflicts.listStatusClaims(sql, String(subject), limit);
	const claim = await claims.findClaim(sql, String(subject));
	return claim === undefined || claim.state !== "active" ? [] : [claim];
}
