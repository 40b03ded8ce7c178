import { CairnError } from "@cairn/kernel";
import { tellablePostgresError } from "../../postgres-error.ts";
import { ClientPrograms, type PostgresDatabase } from "./client-program.ts";
import { openSession } from "./postgres-session.ts";
import { roleWithoutScratch } from "./scratch-database.ts";

/** The programs are missing or older than the server's version, or the role may not make a database for the drill. */
export type BackupObstacle =
	| { readonly kind: "programs"; readonly wanted: number }
	| { readonly kind: "drill"; readonly role: string };

/**
 * Why backups of a database can't be made from this machine, or not be proven; undefined when they can.
 * @throws CairnError `unavailable` when the database can't be reached.
 */
export async function findBackupObstacle(database: PostgresDatabase): Promise<BackupObstacle | undefined> {
	try {
		await using session = await openSession(database.databaseUrl);
		const { serverVersion } = session;
		if (!(await hasPrograms(database, serverVersion))) return { kind: "programs", wanted: serverVersion };
		const role = await roleWithoutScratch(session);
		return role === undefined ? undefined : { kind: "drill", role };
	} catch (error) {
		throw tellablePostgresError(error);
	}
}

async function hasPrograms(database: PostgresDatabase, serverVersion: number): Promise<boolean> {
	try {
		await new ClientPrograms(database, serverVersion).require();
		return true;
	} catch (error) {
		if (error instanceof CairnError) return false;
		throw error;
	}
}
