import { createId, isWithin } from "@cairn/kernel";
import { ownerSessions, type Sql } from "@cairn/store";
import { hashSecret, newSecret } from "../tokens/token-text.ts";

export const SESSION_IDLE_MS = 12 * 60 * 60 * 1000;
export const SESSION_ABSOLUTE_MS = 30 * 24 * 60 * 60 * 1000;

/** So much later than now a session may have begun, milliseconds: the clocks of two servers on one store may differ. */
const CLOCK_SLACK_MS = 60 * 60 * 1000;

/** How often a use is noted, milliseconds: a page must not cost a write each time. */
const NOTED_AGAIN_MS = 60_000;

const MAX_USER_AGENT_CHARACTERS = 200;

/** The browser that the owner is at, as its request tells. */
export interface OwnerClient {
	/** Of the machine, through trusted proxies only. */
	readonly address: string;
	readonly userAgent?: string | undefined;
	readonly requestId?: string | undefined;
	/** What it keeps since the owner signed in there once, as {@link SignedIn.known} gave it. */
	readonly known?: string | undefined;
}

/** A browser in which the owner is logged in. Times are milliseconds since the epoch. */
export interface OwnerSession {
	/** Public: names the session in lists and events. */
	readonly id: string;
	readonly createdAt: number;
	/** Within a minute. */
	readonly lastUsedAt: number;
	/** When it ends by itself if it isn't used before. */
	readonly endsAt: number;
	readonly address: string;
	readonly userAgent: string;
}

export interface BegunSession {
	/** The value of the session's cookie; only its hash is kept. */
	readonly cookie: string;
	readonly session: OwnerSession;
}

/** A session with what makes its browser a known one. */
export interface SignedIn extends BegunSession {
	/** For the browser to keep and to send with its next login: its guesses are then counted apart from those of strangers. */
	readonly known: string;
}

/** Begins a session with a new id and secret, and forgets those that have ended by themselves. */
export async function beginSession(sql: Sql, client: OwnerClient, at: number): Promise<BegunSession> {
	const cookie = newSecret();
	const row = {
		id: createId("ses"),
		created_at: at,
		last_used_at: at,
		address: client.address,
		user_agent: (client.userAgent ?? "").toWellFormed().slice(0, MAX_USER_AGENT_CHARACTERS).toWellFormed(),
		secret_hash: hashSecret(cookie),
	};
	await ownerSessions.deleteOldSessions(sql, {
		idleSince: at - SESSION_IDLE_MS,
		begunBefore: at - SESSION_ABSOLUTE_MS,
		begunAfter: at + CLOCK_SLACK_MS,
	});
	await ownerSessions.insertOwnerSession(sql, row);
	return { cookie, session: sessionOf(row) };
}

export function sessionOf(row: ownerSessions.OwnerSessionRow): OwnerSession {
	return {
		id: row.id,
		createdAt: row.created_at,
		lastUsedAt: row.last_used_at,
		endsAt: Math.min(row.last_used_at + SESSION_IDLE_MS, row.created_at + SESSION_ABSOLUTE_MS),
		address: row.address,
		userAgent: row.user_agent,
	};
}

/**
 * Whether a session goes on at an instant. One that began later did so by a clock that was wrong, and would go on for too
 * long.
 */
export function isLiveAt({ createdAt, endsAt }: OwnerSession, at: number): boolean {
	return at < endsAt && createdAt <= at + CLOCK_SLACK_MS;
}

/** Whether a use at an instant is worth noting; also when the one before was noted by a clock that was ahead. */
export function isUseNews({ lastUsedAt }: OwnerSession, at: number): boolean {
	return !isWithin(NOTED_AGAIN_MS, { since: lastUsedAt, now: at });
}
