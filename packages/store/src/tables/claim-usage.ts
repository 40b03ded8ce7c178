import type { Sql } from "../sql.ts";

/** The claims that an agent asserted last, and the UTF-8 bytes of their texts. */
export interface ClaimUsage {
	readonly claims: number;
	readonly bytes: number;
}

/** Nothing, for an agent that asserted none. */
export async function findClaimUsage(sql: Sql, agentId: string): Promise<ClaimUsage> {
	const row = await sql.get<ClaimUsage>("SELECT claims, bytes FROM claim_usage WHERE agent_id = ?", agentId);
	return row ?? { claims: 0, bytes: 0 };
}

export interface ClaimUsageChange extends ClaimUsage {
	readonly agentId: string;
}

/** Adds to what an agent asserted, or takes away from it. */
export async function addClaimUsage(sql: Sql, { agentId, claims, bytes }: ClaimUsageChange): Promise<void> {
	await sql.run(
		`INSERT INTO claim_usage (agent_id, claims, bytes) VALUES (?, ?, ?)
		 ON CONFLICT (agent_id) DO UPDATE SET claims = claim_usage.claims + excluded.claims,
		 bytes = claim_usage.bytes + excluded.bytes`,
		agentId,
		claims,
		bytes,
	);
}
