import pg from "pg";
import { makeTemporaryPlace } from "./temporary-place.ts";

/** The database of a test that runs on PostgreSQL alone. */
export async function makeDatabasePlace() {
	const temporary = await makeTemporaryPlace();
	if (!("url" in temporary.place)) throw new Error("this test needs a PostgreSQL server");
	const { url } = temporary.place;
	return {
		url,
		/** Runs a statement past Cairn. */
		async rows<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
			const client = new pg.Client({ connectionString: url });
			await client.connect();
			try {
				return (await client.query<Row>(sql)).rows;
			} finally {
				await client.end();
			}
		},
		[Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose](),
	};
}
