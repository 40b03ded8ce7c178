import type { Sql } from "../sql.ts";

export interface LaptopRow {
	readonly name: string;
	readonly client_version: string;
	readonly catalog_version: string;
	readonly seen_at: number;
	/** JSON: {dir: digest} */
	readonly holds: string;
}

/** Notes what a laptop holds. */
export async function upsertLaptop(sql: Sql, laptop: LaptopRow): Promise<void> {
	await sql.run(
		`INSERT INTO laptops (name, client_version, catalog_version, seen_at, holds) VALUES (?, ?, ?, ?, ?)
		 ON CONFLICT (name) DO UPDATE SET client_version = excluded.client_version,
		 catalog_version = excluded.catalog_version, seen_at = excluded.seen_at, holds = excluded.holds`,
		laptop.name,
		laptop.client_version,
		laptop.catalog_version,
		laptop.seen_at,
		Buffer.from(laptop.holds, "utf8"),
	);
}

export function findLaptop(sql: Sql, name: string): Promise<LaptopRow | undefined> {
	return sql.get<LaptopRow>(
		`SELECT name, client_version, catalog_version, seen_at, CAST(holds AS TEXT) AS holds FROM laptops WHERE name = ?`,
		name,
	);
}

/** The laptops that were seen last, latest first. */
export function listLaptops(sql: Sql, limit: number): Promise<LaptopRow[]> {
	return sql.all<LaptopRow>(
		`SELECT name, client_version, catalog_version, seen_at, CAST(holds AS TEXT) AS holds FROM laptops
		 ORDER BY seen_at DESC, name LIMIT ?`,
		limit,
	);
}
