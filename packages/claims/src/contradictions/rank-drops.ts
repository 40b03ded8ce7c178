import { claimConflicts, type Sql } from "@cairn/store";
import type { RankDrop } from "../rules/contradiction.ts";
import {
	dropSeverity,
	hasDropped,
	latestRanks,
	type Observed,
	type ObservedRanks,
	populationOf,
} from "../rules/rank-drop.ts";

export interface FoundDrop extends RankDrop {
	readonly seq: number;
	readonly id: string;
	readonly entity: string;
	readonly severity: number;
}

/** The claims whose rank the observations contradict, most severe first, then as they were first asserted. */
export async function findRankDrops(sql: Sql, observed: Observed): Promise<FoundDrop[]> {
	const ranks = latestRanks(observed);
	const population = populationOf(observed);
	const suspects = [...ranks].filter(([, seen]) => hasDropped(1, seen)).map(([entity]) => entity);
	const claims = await claimConflicts.listRankedClaims(sql, suspects);
	return claims
		.flatMap((claim) => dropOf(claim, ranks.get(claim.entity), population))
		.sort((a, b) => b.severity - a.severity || a.seq - b.seq);
}

function dropOf(
	{ seq, id, entity, asserted_rank: assertedRank }: claimConflicts.ConflictRow,
	ranks: ObservedRanks | undefined,
	population: number,
): FoundDrop[] {
	if (assertedRank === null || ranks === undefined || !hasDropped(assertedRank, ranks)) return [];
	const severity = dropSeverity(assertedRank, ranks.worst, population);
	return [{ seq, id, entity, severity, assertedRank, ...ranks }];
}
