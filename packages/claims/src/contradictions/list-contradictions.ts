import { Page } from "@cairn/operations";
import { claimConflicts, claimEvidence, type Sql, type Store } from "@cairn/store";
import * as z from "zod";
import { decodeCursor, encodeCursor } from "../cursor.ts";
import { checkChangedEvidence } from "../evidence/check-evidence.ts";
import { cutPage } from "../page-cut.ts";
import { CONTRADICTION_KINDS, type Contradiction, SEVERITY } from "../rules/contradiction.ts";
import type { Observed } from "../rules/rank-drop.ts";
import { createDetails } from "./contradiction-details.ts";
import { compareFound, type Found } from "./found.ts";
import { type FoundDrop, findRankDrops } from "./rank-drops.ts";

export interface ContradictionList {
	readonly observed?: Observed | undefined;
	readonly limit: number;
	readonly cursor?: string | undefined;
}

/** The last contradiction of a page, and how many were given so far. */
const place = z.object({
	severity: z.number(),
	kind: z.enum(CONTRADICTION_KINDS),
	seq: z.int(),
	entity: z.string(),
	rank: z.int(),
	given: z.int(),
});

type Place = z.output<typeof place>;

/**
 * What active claims contradict: each other, what was observed, or the files that they rest on; most severe first. Within a
 * kind, claims of one rank or entity stand together.
 */
export async function listContradictions(
	store: Store,
	{ observed, limit, cursor }: ContradictionList,
): Promise<Page<Contradiction>> {
	const scope = ["contradictions", observed] as const;
	const after = decodeCursor(scope, cursor, place);
	await checkChangedEvidence(store);
	const sql = store.read;
	const drops = observed === undefined ? [] : await findRankDrops(sql, observed);
	const found = await findAfter(sql, { drops, after, limit: limit + 1 });
	const page = cutPage(found, limit);
	const detailOf = createDetails(sql);
	const items = await Promise.all(page.map(async (one) => toContradiction(one, await detailOf(one))));
	const last = page.at(-1);
	if (page.length === found.length || last === undefined) return new Page(items);
	const given = (after?.given ?? 0) + page.length;
	const remaining = Math.max(1, (await countAll(sql, drops)) - given);
	return new Page(items, { remaining, nextCursor: encodeCursor(scope, placeOf(last, given)) });
}

/** How many contradictions there are among what is stored. */
export async function countContradictions(store: Store): Promise<number> {
	await checkChangedEvidence(store);
	return countAll(store.read, []);
}

interface Search {
	readonly drops: readonly FoundDrop[];
	readonly after: Place | undefined;
	readonly limit: number;
}

/** The next ones of each kind, merged; each kind comes in its own order, which sorting keeps. */
async function findAfter(sql: Sql, search: Search): Promise<Found[]> {
	const kinds = [
		...(await duplicateRanks(sql, search)),
		...(await statusConflicts(sql, search)),
		...(await changedEvidence(sql, search)),
		...rankDrops(search),
	];
	return kinds.sort(compareFound).slice(0, search.limit);
}

type StoredKind = keyof typeof SEVERITY;

/** Whether a kind's contradictions all came before a place, and where in them it is if it is one of them. */
function startOf(kind: StoredKind, after: Place | undefined): { isOver: boolean; within: Place | undefined } {
	const order = after === undefined ? 1 : compareFound({ kind, severity: SEVERITY[kind] }, after);
	return { isOver: order < 0, within: order === 0 ? after : undefined };
}

async function duplicateRanks(sql: Sql, { after, limit }: Search): Promise<Found[]> {
	const kind = "duplicate-rank";
	const { isOver, within } = startOf(kind, after);
	if (isOver) return [];
	const rows = await claimConflicts.listDuplicateRanks(sql, { after: within, limit });
	return rows.map(({ seq, id: claimId, entity, asserted_rank }) => ({
		kind,
		seq,
		claimId,
		entity,
		rank: asserted_rank ?? 0,
		severity: SEVERITY[kind],
	}));
}

async function statusConflicts(sql: Sql, { after, limit }: Search): Promise<Found[]> {
	const kind = "status-conflict";
	const { isOver, within } = startOf(kind, after);
	if (isOver) return [];
	const rows = await claimConflicts.listStatusConflicts(sql, { after: within, limit });
	return rows.map(({ seq, id: claimId, entity }) => ({
		kind,
		seq,
		claimId,
		entity,
		severity: SEVERITY[kind],
	}));
}

async function changedEvidence(sql: Sql, { after, limit }: Search): Promise<Found[]> {
	const kind = "evidence-changed";
	const { isOver, within } = startOf(kind, after);
	if (isOver) return [];
	const rows = await claimEvidence.listUnsupportedClaims(sql, { after: within?.seq ?? 0, limit });
	return rows.map(({ seq, id: claimId, entity }) => ({
		kind,
		seq,
		claimId,
		entity,
		severity: SEVERITY[kind],
	}));
}

function rankDrops({ drops, after, limit }: Search): Found[] {
	const found = drops.map(({ seq, id: claimId, entity, severity, ...drop }) => ({
		kind: "rank-drop" as const,
		seq,
		claimId,
		entity,
		severity,
		drop,
	}));
	const rest = found.filter((one) => {
		if (after === undefined) return true;
		return (compareFound(one, after) || one.seq - after.seq) > 0;
	});
	return rest.slice(0, limit);
}

async function countAll(sql: Sql, drops: readonly FoundDrop[]): Promise<number> {
	const { duplicateRanks, statusConflicts } = await claimConflicts.countConflicts(sql);
	return duplicateRanks + statusConflicts + (await claimEvidence.countUnsupportedClaims(sql)) + drops.length;
}

function toContradiction({ kind, entity, claimId, severity }: Found, detail: string): Contradiction {
	return { kind, entity, claimId, severity, detail };
}

function placeOf(found: Found, given: number): Place {
	const { severity, kind, seq, entity } = found;
	return { severity, kind, seq, entity, rank: "rank" in found ? found.rank : 0, given };
}
