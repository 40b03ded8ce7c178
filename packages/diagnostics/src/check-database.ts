import { CairnError } from "@cairn/kernel";
import type { Finding, Found } from "./finding.ts";

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
	/** Why backups can't be made from here, or not be proven; undefined when they can. */
	readonly backupObstacle: BackupObstacle | undefined;
}

/** How the database of a server is that holds the store; nothing where a file holds it. */
export async function checkDatabase(ask: (() => Promise<DatabaseFacts>) | undefined): Promise<Finding[]> {
	if (ask === undefined) return [];
	try {
		return findings(await ask());
	} catch (error) {
		const refuses = error instanceof CairnError && error.details.fault === "refused";
		return [{ check: "database", status: "failed", code: refuses ? "database_refuses" : "database_away" }];
	}
}

function findings(facts: DatabaseFacts): Finding[] {
	const { version, latencyMs, bytes, connections: used, maxConnections: most, backupObstacle } = facts;
	const seen = { version, milliseconds: Math.ceil(latencyMs), megabytes: Math.ceil(bytes / 1_000_000) };
	const check = "database";
	return [
		latencyMs > SLOW_MS
			? { check, status: "warning", code: "database_slow", ...seen }
			: { check, status: "ok", code: "database_answers", ...seen },
		used >= SHORT_SHARE * most
			? { check, status: "warning", code: "connections_short", used, most }
			: { check, status: "ok", code: "connections_left", used, most },
		{ check, ...backups(backupObstacle) },
	];
}

function backups(obstacle: BackupObstacle | undefined): Pick<Finding, "status"> & Found {
	if (obstacle === undefined) return { status: "ok", code: "backups_provable" };
	return obstacle.kind === "programs"
		? { status: "failed", code: "backup_programs_missing", wanted: obstacle.wanted }
		: { status: "warning", code: "drill_refused", role: obstacle.role };
}
