import { CairnError } from "@cairn/kernel";
import type { DatabaseSetting, Finding, Found } from "./finding.ts";

/** A statement that takes longer makes every page slow, milliseconds. */
const SLOW_MS = 100;
/** From this share of the server's connections on, others soon get none. */
const SHORT_SHARE = 0.8;

/** The programs are missing or older than the server's version, or the role may not make a database for the drill. */
export type BackupObstacle =
	| { readonly kind: "programs"; readonly wanted: number }
	| { readonly kind: "drill"; readonly role: string };

/** What was seen of the database that holds the store. */
export interface DatabaseFacts {
	/** Of the server, such as 17.2. */
	readonly version: string;
	/** How long the smallest statement takes there and back, milliseconds. */
	readonly latencyMs: number;
	/** Of the store with its indexes. */
	readonly bytes: number;
	/** How many connections the server has, of all programs, and how many it takes. */
	readonly connections: number;
	readonly maxConnections: number;
}

export interface DatabaseQuestion {
	/** The setting that names the database, for the sentence that says what to correct. */
	readonly setting: DatabaseSetting;
	/** Throws when it is away, or lets nobody in. */
	readonly measure: () => Promise<DatabaseFacts>;
	/** Why backups can't be made from here, or not be proven; left out where none are made. */
	readonly findBackupObstacle?: (() => Promise<BackupObstacle | undefined>) | undefined;
}

/** How the database of a server is that holds the store; nothing where a file holds it. */
export async function checkDatabase(question: DatabaseQuestion | undefined): Promise<Finding[]> {
	if (question === undefined) return [];
	const { setting, measure, findBackupObstacle } = question;
	try {
		const found = findings(await measure(), setting);
		if (findBackupObstacle === undefined) return found;
		return [...found, { check: "database", ...backups(await findBackupObstacle()) }];
	} catch (error) {
		const refuses = error instanceof CairnError && error.details.fault === "refused";
		const code = refuses ? "database_refuses" : "database_away";
		return [{ check: "database", status: "failed", code, setting }];
	}
}

function findings(facts: DatabaseFacts, setting: DatabaseSetting): Finding[] {
	const { version, latencyMs, bytes, connections: used, maxConnections: most } = facts;
	const seen = { version, milliseconds: Math.ceil(latencyMs), bytes };
	const check = "database";
	return [
		latencyMs > SLOW_MS
			? { check, status: "warning", code: "database_slow", ...seen }
			: { check, status: "ok", code: "database_answers", ...seen },
		used >= SHORT_SHARE * most
			? { check, status: "warning", code: "connections_short", used, most, setting }
			: { check, status: "ok", code: "connections_left", used, most },
	];
}

function backups(obstacle: BackupObstacle | undefined): Pick<Finding, "status"> & Found {
	if (obstacle === undefined) return { status: "ok", code: "backups_provable" };
	return obstacle.kind === "programs"
		? { status: "failed", code: "backup_programs_missing", wanted: obstacle.wanted }
		: { status: "warning", code: "drill_refused", role: obstacle.role };
}
