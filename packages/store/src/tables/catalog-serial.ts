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
