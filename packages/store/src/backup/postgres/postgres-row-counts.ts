import type pg from "pg";

/** How many rows each table of a schema holds, as one transaction of a connection sees them. */
export async function postgresRowCounts(client: pg.Client, schema: string): Promise<Record<string, number>> {
	const { rows } = await client.query<{ name: string }>(
		`SELECT tablename AS name FROM pg_tables WHERE schemaname = $1 ORDER BY tablename COLLATE "C"`,
		[schema],
	);
	const counts: Record<string, number> = {};
	for (const { name } of rows) counts[name] = await rowsOf(client, { schema, name });
	return counts;
}

async function rowsOf(
	client: pg.Client,
	{ schema, name }: { schema: string; name: string },
): Promise<number> {
	const table = `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;
	const { rows } = await client.query<{ n: number }>(`SELECT count(*) AS n FROM ${table}`);
	return rows[0]?.n ?? 0;
}
