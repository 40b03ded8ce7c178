import { appendFile } from "node:fs/promises";
import { claimChanges, claimSearch, claims, openStore, type Sql } from "@cairn/store";

const DAY_MS = 86_400_000;
const KINDS = ["fact", "status", "priority", "relationship"] as const;
const VOLATILITIES = ["stable", "slow", "volatile"] as const;
const HALF_LIFE_DAYS = { stable: 365, slow: 30, volatile: 7 };
const ENTITIES = 5_000;
const RANKS = 5_000;
const WORDS = ["ships", "waits", "leads", "blocks", "renews", "pays", "moves", "grows", "owns", "tests"];

/** The text of a claim: words of a list, so that some queries match many; its number, so that others match one. */
export function claimText(n: number): string {
	const word = (place: number) => WORDS[Math.floor(n / 10 ** place) % WORDS.length];
	return `Project ${word(0)} and ${word(1)}, then ${word(2)}: no. ${n}`;
}

export const entityName = (n: number): string => `Entity ${n % ENTITIES}`;

/**
 * Fills a new store with claims, as asserting them would: up to 120 days old, so that half of them are stale, and with
 * ranks and statuses that contradict each other in half of them.
 */
export async function seedClaims(file: string, count: number): Promise<void> {
	await using store = await openStore({ file });
	const now = Date.now();
	await store.transaction(async (sql) => {
		for (let n = 0; n < count; n++) await seedClaim(sql, n, now);
		await sql.run("ANALYZE");
	});
}

async function seedClaim(sql: Sql, n: number, now: number): Promise<void> {
	const [entity, claim] = [entityName(n), claimText(n)];
	const kind = KINDS[n % KINDS.length] ?? "fact";
	const volatility = VOLATILITIES[n % VOLATILITIES.length] ?? "slow";
	const since = now - ((n * 7_919) % 120) * DAY_MS;
	const assertedRank = kind === "priority" ? 1 + (n % RANKS) : null;
	const texts = [entity.toLowerCase(), claim.toLowerCase()] as const;
	const values = { volatility, confidence: 0.8, assertedRank, state: "active" };
	const seq = await claims.insertClaim(sql, {
		...values,
		id: `cl_${n.toString(16).padStart(16, "0")}`,
		entity,
		claim,
		kind,
		entityFolded: texts[0],
		claimFolded: texts[1],
		createdAt: since,
		updatedAt: since,
		lastConfirmedAt: null,
		decaysFrom: since,
		staleAt: since + HALF_LIFE_DAYS[volatility] * DAY_MS,
		assertedBy: "bench",
		confirmedBy: null,
		source: "declared",
		evidence: "[]",
	});
	await claimSearch.indexClaim(sql, { seq, texts });
	const event = {
		at: since,
		requestId: "req_seed",
		agentId: "bench",
		action: "claim.add",
		object: `${n}`,
	} as const;
	await claimChanges.insertClaimChange(sql, event, { claimSeq: seq, ...values });
}

/** The same claims as the memory server keeps them: an observation of an entity each, a line of JSON an entity. */
export async function seedMemory(file: string, count: number): Promise<void> {
	const observations = new Map<string, string[]>();
	for (let n = 0; n < count; n++) {
		const known = observations.get(entityName(n)) ?? [];
		observations.set(entityName(n), [...known, claimText(n)]);
	}
	const lines = [...observations].map(([name, texts]) =>
		JSON.stringify({ type: "entity", name, entityType: "project", observations: texts }),
	);
	await appendFile(file, lines.join("\n"));
}
