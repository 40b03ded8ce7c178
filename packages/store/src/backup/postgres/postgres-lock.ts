import { setTimeout as sleep } from "node:timers/promises";
import { makeBackupFolder } from "../make-backup-folder.ts";
import { storeLocked } from "../store-locked.ts";
import { openSession, type PostgresSession } from "./postgres-session.ts";

const LOOK_MS = 200;

/**
 * Lets one process of all machines at a time make a backup, restore one or migrate the store. The lock is one of the
 * database, of a connection that is held meanwhile: the server lets go of it when the process dies, however it dies.
 * @param options.waitMs how long to wait for another process; 0 gives up at once.
 * @throws CairnError `unavailable` when another process holds it for longer.
 */
export async function lockPostgres(
	{ databaseUrl, folder }: { databaseUrl: string; folder: string },
	{ waitMs }: { waitMs: number },
): Promise<PostgresSession> {
	makeBackupFolder(folder);
	const session = await openSession(databaseUrl);
	const deadline = performance.now() + waitMs;
	try {
		while (!(await tryLock(session))) {
			if (performance.now() >= deadline) throw storeLocked();
			await sleep(LOOK_MS);
		}
	} catch (error) {
		await session[Symbol.asyncDispose]();
		throw error;
	}
	return session;
}

async function tryLock({ client }: PostgresSession): Promise<boolean> {
	const { rows } = await client.query<{ locked: number }>(
		"SELECT pg_try_advisory_lock(hashtext('cairn'), hashtext('backup')) AS locked",
	);
	return rows[0]?.locked === 1;
}
