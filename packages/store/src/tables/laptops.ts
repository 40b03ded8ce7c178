import type { Sql } from "../sql.ts";

export interface LaptopRow {
	readonly name: string;
	readonly client_version: string;
	readonly catalog_version: string;
	readonly seen_at: number;
	/** The agent whose token its program shows; empty where it shows none of its own. */
	readonly agent_id: string;
	/** JSON: {dir: digest} */
	readonly holds: string;
}

const COLUMNS = "name, client_version, catalog_version, seen_at, agent_id, CAST(holds AS TEXT) AS holds";

/** Notes what a laptop holds. */
export async function upsertLaptop(sql: Sql, laptop: LaptopRow): Promise<void> {
	await sql.run(
		`INSERT INTO laptops (name, client_version, catalog_version, seen_at, agent_id, holds) VALUES (?, ?, ?, ?, ?, ?)
		 ON CONFLICT (name) DO UPDATE SET client_version = excluded.client_version,
		 catalog_version = excluded.catalog_version, seen_at = excluded.seen_at, agent_id = excluded.agent_id,
		 holds = excluded.holds`,
		laptop.name,
		laptop.client_version,
		laptop.catalog_version,
		laptop.seen_at,
		laptop.agent_id,
		Buffer.from(laptop.holds, "utf8"),
	);
}

export function findLaptop(sql: Sql, name: string): Promise<LaptopRow | undefined> {
	return sql.get<LaptopRow>(`SELECT ${COLUMNS} FROM laptops WHERE name = ?`, name);
}

/** The laptops that were seen last, latest first. */
export function listLaptops(sql: Sql, limit: number): Promise<LaptopRow[]> {
	return sql.all<LaptopRow>(`SELECT ${COLUMNS} FROM laptops ORDER BY seen_at DESC, name LIMIT ?`, limit);
}

/** Of each agent the laptop that was seen last under its token. */
export function laptopsOfAgents(sql: Sql, agentIds: readonly string[]): Promise<LaptopRow[]> {
	return sql.all<LaptopRow>(
		`SELECT ${COLUMNS} FROM laptops AS latest
		 WHERE agent_id <> '' AND agent_id IN (SELECT value FROM json_each(?)) AND NOT EXISTS (
		   SELECT 1 FROM laptops AS later WHERE later.agent_id = latest.agent_id
		   AND (later.seen_at, later.name) > (latest.seen_at, latest.name))`,
		JSON.stringify(agentIds),
	);
}
