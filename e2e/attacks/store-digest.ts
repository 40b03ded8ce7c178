import { createHash } from "node:crypto";
import type { Store } from "@cairn/store";

/** The guesses that are counted, and the ends of the chains, which each refusal that is told makes longer. */
const MOVED_BY_REFUSALS = ["rate_limits", "event_chains", "event_ids", "event_spans"];
/** Nor is the backup of the day an attacker's doing, should its hour come. */
const NO_REFUSALS = "action NOT IN ('access.refuse', 'access.flood') AND action NOT LIKE 'backup.%'";
/** When a token or a session was last used: a right one that asks for too much was used all the same. */
const USES = ["last_used_at"];

const TABLES = {
	sqlite: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
	postgresql:
		"SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename",
};

/**
 * The digest of all that a store holds but the audit's own refusals: equal before and after an attack that changed
 * nothing.
 */
export async function digestOf({ read }: Store): Promise<string> {
	const tables = await read.all<{ name: string }>(TABLES[read.dialect.database]);
	const hash = createHash("sha256");
	for (const { name } of tables) {
		if (MOVED_BY_REFUSALS.includes(name)) continue;
		const condition = name === "events" ? `WHERE ${NO_REFUSALS}` : "";
		const rows = await read.all<Record<string, unknown>>(`SELECT * FROM "${name}" ${condition}`);
		// PostgreSQL gives them in another order once one was touched.
		for (const row of rows.map((one) => JSON.stringify([name, one], writable)).sort()) hash.update(row);
	}
	return hash.digest("hex");
}

function writable(key: string, value: unknown): unknown {
	if (USES.includes(key)) return undefined;
	return typeof value === "bigint" ? `${value}n` : value;
}
