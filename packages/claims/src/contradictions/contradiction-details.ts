import { claimConflicts, claimEvidence, claims, type Sql } from "@cairn/store";
import { evidenceOf } from "../claim.ts";
import {
	duplicateRankDetail,
	evidenceChangedDetail,
	NAMED,
	rankDropDetail,
	statusConflictDetail,
} from "../rules/contradiction.ts";
import type { Found } from "./found.ts";

/** Says in words what is wrong with each claim; what several of them share is asked for once. */
export function createDetails(sql: Sql): (found: Found) => Promise<string> {
	const ofRank = once((rank: number) => rankDetail(sql, rank));
	const ofEntity = once((entity: string) => statusDetail(sql, entity));
	return async (found) => {
		switch (found.kind) {
			case "duplicate-rank":
				return ofRank(found.rank);
			case "status-conflict":
				return ofEntity(found.entity);
			case "evidence-changed":
				return evidenceDetail(sql, found);
			case "rank-drop":
				return rankDropDetail(found.drop);
		}
	};
}

function once<Key, Value>(make: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
	const made = new Map<Key, Promise<Value>>();
	return (key) => {
		const value = made.get(key) ?? make(key);
		made.set(key, value);
		return value;
	};
}

async function rankDetail(sql: Sql, rank: number): Promise<string> {
	const entities = await claimConflicts.listRankEntities(sql, rank, NAMED);
	return duplicateRankDetail({ rank, entities, total: await claimConflicts.countRankEntities(sql, rank) });
}

async function statusDetail(sql: Sql, entity: string): Promise<string> {
	const rows = await claimConflicts.listStatusClaims(sql, entity, NAMED);
	const texts = rows.map(({ claim }) => claim);
	return statusConflictDetail({ entity, texts, total: await claimConflicts.countStatusClaims(sql, entity) });
}

async function evidenceDetail(sql: Sql, { seq, claimId }: Found): Promise<string> {
	const claim = await claims.findClaim(sql, claimId);
	const evidence = claim === undefined ? [] : evidenceOf(claim);
	const rows = (await claimEvidence.listEvidence(sql, seq)).filter(({ supported }) => supported === 0);
	const references = rows.flatMap(({ position }) => evidence[position] ?? []);
	return evidenceChangedDetail(references, references.length);
}
