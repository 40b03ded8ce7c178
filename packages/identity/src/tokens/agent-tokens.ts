import { CairnError, type Clock, isWithin } from "@cairn/kernel";
import { agentTokens, isReadingPossible, type Sql, type Store } from "@cairn/store";
import type { Principal } from "../access/principal.ts";
import { AGENT_SCOPES, parseScopes, type Scope } from "../access/scope.ts";
import { BY_OWNER, type Doer, recordDeed } from "../audit/deed.ts";
import { equalSecrets } from "../equal-secrets.ts";
import { parseAgentId, parseExpiry, parseLabel, parseOverlap } from "./token-arguments.ts";
import { formatToken, hashSecret, newSecret, newTokenId, parseToken } from "./token-text.ts";
import { type AgentToken, tokenOf } from "./token-view.ts";

/** How often a use is noted, milliseconds: a call must not cost a write each time. */
const NOTED_AGAIN_MS = 60_000;

export interface NewToken {
	/** The agent that it stands for. */
	readonly agentId: string;
	/** What the owner calls it, such as the laptop that holds it; up to 100 characters. */
	readonly label: string;
	/** What it lets its holder do; everything that agents do, unless told. */
	readonly scopes?: readonly string[];
	/** Milliseconds since the epoch; never, unless told. */
	readonly expiresAt?: number | undefined;
	/** Whether it fixes the agent_id of each call; it does, unless told. */
	readonly bound?: boolean;
}

export interface IssuedToken {
	/** The token itself. Shown once: only its hash is kept. */
	readonly token: string;
	readonly record: AgentToken;
}

export type TokenRefusal = "unknown" | "expired" | "paused" | "revoked";

export type Authentication = { readonly principal: Principal } | { readonly refused: TokenRefusal };

export interface AgentTokensOptions {
	readonly store: Store;
	readonly clock: Clock;
}

/** The tokens of agents. Each change is an event in the chain of the token's agent; any process sees it at once. */
export class AgentTokens {
	readonly #store: Store;
	readonly #clock: Clock;

	constructor({ store, clock }: AgentTokensOptions) {
		this.#store = store;
		this.#clock = clock;
	}

	/**
	 * Makes a token.
	 * @throws CairnError `invalid_input` for an agent_id, label, scope or expiry that can't be.
	 */
	async create(given: NewToken, by: Doer = BY_OWNER): Promise<IssuedToken> {
		const at = this.#clock.now();
		const secret = newSecret();
		const row: agentTokens.AgentTokenRow = {
			id: newTokenId(),
			agent_id: parseAgentId(given.agentId),
			label: parseLabel(given.label),
			scopes: [...parseScopes(given.scopes ?? AGENT_SCOPES)].join(" "),
			bound: given.bound === false ? 0 : 1,
			secret_hash: hashSecret(secret),
			previous_hash: null,
			previous_until: null,
			created_at: at,
			expires_at: parseExpiry(given.expiresAt, at),
			last_used_at: null,
			paused_at: null,
			revoked_at: null,
		};
		await this.#store.transaction(async (sql) => {
			await agentTokens.insertAgentToken(sql, row);
			const { id: object, agent_id: agentId } = row;
			await recordDeed(sql, { by, at, action: "token.create", object, agentId, given });
		});
		return { token: formatToken({ id: row.id, secret }), record: tokenOf(row, at) };
	}

	/**
	 * Says whom a token stands for, or why it is refused. Reads the store each time, so that what the owner decides in one
	 * process is so in all others with the next call.
	 */
	async authenticate(
		text: string,
		{ address }: { address?: string | undefined } = {},
	): Promise<Authentication> {
		const at = this.#clock.now();
		const parts = parseToken(text);
		const row = parts && (await agentTokens.findAgentToken(this.#store.read, parts.id));
		if (parts === undefined || row === undefined || !isSecretOf(row, parts.secret, at)) {
			return { refused: "unknown" };
		}
		const { state } = tokenOf(row, at);
		if (state !== "active") return { refused: state };
		await this.#noteUse(row, at);
		return { principal: principalOf(row, address) };
	}

	/** Whether any token was ever made, and its agent is still there: then servers ask for one. */
	async exist(): Promise<boolean> {
		return agentTokens.hasAgentTokens(this.#store.read);
	}

	/**
	 * Gives a token a new secret; the one of now works until the overlap ends.
	 * @throws CairnError `not_found`, or `invalid_input` for a token that was revoked.
	 */
	rotate(
		id: string,
		{ overlapMs = 0 }: { overlapMs?: number } = {},
		by: Doer = BY_OWNER,
	): Promise<IssuedToken> {
		const at = this.#clock.now();
		const secret = newSecret();
		const overlap = parseOverlap(overlapMs);
		return this.#store.transaction(async (sql) => {
			const row = await living(sql, id);
			const previousUntil = overlap === 0 ? null : at + overlap;
			await agentTokens.rotateAgentToken(sql, { id, secretHash: hashSecret(secret), previousUntil });
			await recordDeed(sql, { by, at, action: "token.rotate", object: id, agentId: row.agent_id });
			const record = tokenOf(await living(sql, id), at);
			return { token: formatToken({ id, secret }), record };
		});
	}

	/**
	 * Lets a token do nothing until it is resumed. Pausing a paused one changes nothing.
	 * @throws CairnError `not_found`, or `invalid_input` for a token that was revoked.
	 */
	pause(id: string, by: Doer = BY_OWNER): Promise<AgentToken> {
		return this.#change(id, by, "token.pause", async (sql, row, at) => {
			if (row.paused_at !== null) return false;
			await agentTokens.setTokenPaused(sql, id, at);
			return true;
		});
	}

	/**
	 * Lets a paused token work again.
	 * @throws CairnError `not_found`, or `invalid_input` for a token that was revoked.
	 */
	resume(id: string, by: Doer = BY_OWNER): Promise<AgentToken> {
		return this.#change(id, by, "token.resume", async (sql, row) => {
			if (row.paused_at === null) return false;
			await agentTokens.setTokenPaused(sql, id, null);
			return true;
		});
	}

	/**
	 * Ends a token for good; its record stays.
	 * @throws CairnError `not_found`, or `invalid_input` for a token that was revoked.
	 */
	revoke(id: string, by: Doer = BY_OWNER): Promise<AgentToken> {
		return this.#change(id, by, "token.revoke", async (sql, _row, at) => {
			await agentTokens.setTokenRevoked(sql, id, at);
			return true;
		});
	}

	/** Tokens in the order of their agents, newest first in each; of one agent when one is named. Never their secrets. */
	async list({ agentId }: { agentId?: string } = {}): Promise<AgentToken[]> {
		const at = this.#clock.now();
		const rows = await agentTokens.listAgentTokens(this.#store.read, agentId);
		return rows.map((row) => tokenOf(row, at));
	}

	#change(
		id: string,
		by: Doer,
		action: "token.pause" | "token.resume" | "token.revoke",
		change: (sql: Sql, row: agentTokens.AgentTokenRow, at: number) => Promise<boolean>,
	): Promise<AgentToken> {
		const at = this.#clock.now();
		return this.#store.transaction(async (sql) => {
			const row = await living(sql, id);
			if (await change(sql, row, at)) {
				await recordDeed(sql, { by, at, action, object: id, agentId: row.agent_id });
			}
			return tokenOf((await agentTokens.findAgentToken(sql, id)) ?? row, at);
		});
	}

	/** A full disk must not keep an agent from what it has stored, so that a use which can't be noted is none the less one. */
	async #noteUse({ id, last_used_at }: agentTokens.AgentTokenRow, at: number): Promise<void> {
		if (last_used_at !== null && isWithin(NOTED_AGAIN_MS, { since: last_used_at, now: at })) return;
		try {
			await this.#store.transaction((sql) => agentTokens.setTokenUsed(sql, id, at));
		} catch (error) {
			if (!isReadingPossible(error)) throw error;
		}
	}
}

function isSecretOf(row: agentTokens.AgentTokenRow, secret: string, at: number): boolean {
	const hash = hashSecret(secret);
	const isCurrent = equalSecrets(hash, row.secret_hash);
	const isPrevious = row.previous_hash !== null && equalSecrets(hash, row.previous_hash);
	return isCurrent || (isPrevious && row.previous_until !== null && at < row.previous_until);
}

function principalOf(row: agentTokens.AgentTokenRow, address: string | undefined): Principal {
	return {
		kind: "agent",
		actor: `agent:${row.agent_id}`,
		tokenId: row.id,
		...(row.bound === 1 && { agentId: row.agent_id }),
		scopes: new Set(row.scopes.split(" ") as Scope[]),
		address,
	};
}

async function living(sql: Sql, id: string): Promise<agentTokens.AgentTokenRow> {
	const row = await agentTokens.findAgentToken(sql, id);
	if (row === undefined) {
		throw new CairnError("not_found", "There is no such token; the list of tokens shows what there is.");
	}
	if (row.revoked_at === null) return row;
	throw new CairnError("invalid_input", "This token was revoked, which can't be undone: make a new one.");
}
