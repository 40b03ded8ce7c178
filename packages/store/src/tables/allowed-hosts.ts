import type { Sql } from "../sql.ts";

export interface AllowedHostRow {
	/** In lower case, without a port. */
	readonly name: string;
	readonly added_at: number;
}

/** The names that the owner added, in the order of the alphabet. */
export function listAllowedHosts(sql: Sql): Promise<AllowedHostRow[]> {
	return sql.all<AllowedHostRow>("SELECT name, added_at FROM allowed_hosts ORDER BY name");
}

/** Adds a name; false when it was there. */
export async function insertAllowedHost(sql: Sql, { name, added_at }: AllowedHostRow): Promise<boolean> {
	const added = await sql.run(
		"INSERT INTO allowed_hosts (name, added_at) VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
		name,
		added_at,
	);
	return added > 0;
}

/** Removes a name; false when it wasn't there. */
export async function deleteAllowedHost(sql: Sql, name: string): Promise<boolean> {
	return (await sql.run("DELETE FROM allowed_hosts WHERE name = ?", name)) > 0;
}
