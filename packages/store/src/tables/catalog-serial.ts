import type { Sql } from "../sql.ts";

export interface CatalogSerialRow {
	/** Of the catalog that was signed last. */
	readonly version: string;
	readonly serial: number;
}

/** The serial that was given last; undefined before the first. */
export function findCatalogSerial(sql: Sql): Promise<CatalogSerialRow | undefined> {
	return sql.get<CatalogSerialRow>("SELECT version, serial FROM catalog_serial WHERE id = 1");
}

export async function replaceCatalogSerial(sql: Sql, { version, serial }: CatalogSerialRow): Promise<void> {
	await sql.run(
		`INSERT INTO catalog_serial (id, version, serial) VALUES (1, ?, ?)
		 ON CONFLICT (id) DO UPDATE SET version = excluded.version, serial = excluded.serial`,
		version,
		serial,
	);
}

/** The public key under which the catalog was signed last; undefined while none is known. */
export async function findCatalogKey(sql: Sql): Promise<string | undefined> {
	const row = await sql.get<{ key: string | null }>(
		"SELECT signing_key AS key FROM catalog_serial WHERE id = 1",
	);
	return row?.key ?? undefined;
}

/** Notes the public key under which the catalog is signed that has the serial given last. */
export async function setCatalogKey(sql: Sql, key: string): Promise<void> {
	await sql.run("UPDATE catalog_serial SET signing_key = ? WHERE id = 1", key);
}
