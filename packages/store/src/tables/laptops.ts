import type { Sql } from "../sql.ts";
import { utf8Text } from "../utf8-text.ts";

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

const columns = ({ dialect }: Sql) =>
	`name, client_version, catalog_version, seen_at, agent_id, ${dialect.utf8("holds")}`;

const readLaptop = (row: LaptopRow): LaptopRow => ({ ...row, holds: utf8Text(row.holds) });

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

export async function findLaptop(sql: Sql, name: string): Promise<LaptopRow | undefined> {
	const row = await sql.get<LaptopRow>(`SELECT ${columns(sql)} FROM laptops WHERE name = ?`, name);
	return row && readLaptop(row);
}

/** The laptops that were seen last, latest first. */
export async function listLaptops(sql: Sql, limit: number): Promise<LaptopRow[]> {
	const query = `SELECT ${columns(sql)} FROM laptops ORDER BY seen_at DESC, name LIMIT ?`;
	return (await sql.all<LaptopRow>(query, limit)).map(readLaptop);
}

/** Of each agent the laptop that was seen last under its token. */
export async function laptopsOfAgents(sql: Sql, agentIds: readonly string[]): Promise<LaptopRow[]> {
	const rows = await sql.all<LaptopRow>(
		`SELECT ${columns(sql)} FROM laptops AS latest
		 WHERE agent_id <> '' AND ${sql.dialect.among("agent_id")} AND NOT EXISTS (
		   SELECT 1 FROM laptops AS later WHERE later.agent_id = latest.agent_id
		   AND (later.seen_at, later.name) > (latest.seen_at, latest.name))`,
		agentIds,
	);
	return rows.map(readLaptop);
}
