import { CairnError } from "@cairn/kernel";
import type { Pool, PoolClient } from "pg";
import {
	isStalePlan,
	isUnanswered,
	isUnreachable,
	isUnsent,
	tellablePostgresError,
} from "./postgres-error.ts";

/** Names the right to write, which one transaction of a database has at a time: "cairn" in ASCII. */
export const WRITER_LOCK = 0x636169726en;

/** How long a transaction may stand still, as when its process was stopped, before it gives way to others, milliseconds. */
const IDLE_MS = 60_000;

/** A lock that is to be had by now is waited for so long, milliseconds. */
const LEAST_WAIT_MS = 50;

/**
 * Begins a transaction of the only writer of the database: it takes the lock of writers before anything else, and the server
 * lets go of it only after others see what it did. So events are seen in the order of their ids. A connection that died while
 * nobody used it shows only now; nothing is done yet, so a new one is tried once.
 * @param deadline when to give up waiting for other writers, by `performance.now()`.
 */
export async function begin(pool: Pool, deadline: number): Promise<PoolClient> {
	try {
		return await beginOnce(pool, deadline).catch((error: unknown) => {
			if (isUnreachable(error)) return beginOnce(pool, deadline);
			throw error;
		});
	} catch (error) {
		throw tellablePostgresError(error);
	}
}

async function beginOnce(pool: Pool, deadline: number): Promise<PoolClient> {
	const client = await pool.connect();
	const waitMs = Math.max(LEAST_WAIT_MS, Math.round(deadline - performance.now()));
	try {
		await client.query(
			// Not settings of the connection: a pooler takes none when one begins.
			`BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL idle_in_transaction_session_timeout = ${IDLE_MS}; SET LOCAL lock_timeout = ${waitMs}; SELECT pg_advisory_xact_lock(${WRITER_LOCK})`,
		);
		return client;
	} catch (error) {
		await rollBack(client, error);
		throw error;
	}
}

/**
 * Stores a transaction.
 * @throws CairnError `unavailable`; its message says where it isn't known whether it was stored, with fault `unconfirmed`.
 */
export async function commit(client: PoolClient, { keep }: { keep: boolean }): Promise<void> {
	const { command } = await client.query("COMMIT").catch((error: unknown) => {
		client.release(true);
		throw isUnreachable(error) && !isUnsent(error) ? unconfirmed() : tellablePostgresError(error);
	});
	client.release(!keep);
	// The server undoes, without an error, what had failed before.
	if (command !== "COMMIT") throw undone();
}

/** Undoes a transaction in which something failed. @returns whether its connection was lost, and the transaction with it. */
export async function rollBack(client: PoolClient, failure: unknown): Promise<boolean> {
	if (isUnanswered(failure)) {
		client.release(true);
		return false;
	}
	const isLost = await client.query("ROLLBACK").then(
		() => false,
		() => true,
	);
	client.release(isLost || isStalePlan(failure));
	return isLost;
}

/** That a connection was lost just while a transaction was being stored. */
export function unconfirmed(): CairnError {
	return new CairnError(
		"unavailable",
		"The connection to the database was lost while a change was being stored, and whether it was isn't known. Look before you try again.",
		{ fault: "unconfirmed" },
	);
}

/** That somebody went on after a statement failed. */
export function undone(): Error {
	return new Error("A statement failed in a transaction that went on; it was undone.");
}
