import type { agentTokens } from "@cairn/store";
import type { Scope } from "../access/scope.ts";

export type TokenState = "active" | "paused" | "expired" | "revoked";

/** A token as its owner sees it: everything but the secret. Times are milliseconds since the epoch. */
export interface AgentToken {
	/** Public: names the token in lists and events. */
	readonly id: string;
	readonly agentId: string;
	readonly label: string;
	readonly scopes: readonly Scope[];
	/** Whether it fixes the agent_id of each call. */
	readonly bound: boolean;
	readonly state: TokenState;
	readonly createdAt: number;
	readonly expiresAt: number | undefined;
	/** Within a minute. */
	readonly lastUsedAt: number | undefined;
	/** Until when the secret of before the last rotation works too. */
	readonly overlapUntil: number | undefined;
}

/** A token's row at an instant. */
export function tokenOf(row: agentTokens.AgentTokenRow, at: number): AgentToken {
	const overlaps = row.previous_until !== null && at < row.previous_until;
	return {
		id: row.id,
		agentId: row.agent_id,
		label: row.label,
		scopes: row.scopes.split(" ") as Scope[],
		bound: row.bound === 1,
		state: stateAt(row, at),
		createdAt: row.created_at,
		expiresAt: row.expires_at ?? undefined,
		lastUsedAt: row.last_used_at ?? undefined,
		overlapUntil: overlaps ? (row.previous_until ?? undefined) : undefined,
	};
}

function stateAt(row: agentTokens.AgentTokenRow, at: number): TokenState {
	if (row.revoked_at !== null) return "revoked";
	if (row.expires_at !== null && at >= row.expires_at) return "expired";
	return row.paused_at === null ? "active" : "paused";
}
