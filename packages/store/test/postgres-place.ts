import type { QueryResultRow } from "pg";
import { administer, makeTemporaryPlace } from "./temporary-place.ts";

/** The database of a test that runs on PostgreSQL alone. */
export async function makeDatabasePlace() {
	const temporary = await makeTemporaryPlace();
	if (!("url" in temporary.place)) throw new Error("this test needs a PostgreSQL server");
	const { url } = temporary.place;
	return {
		url,
		/** As {@link administer} does. */
		rows: <Row extends QueryResultRow>(sql: string) => administer<Row>(url, sql),
		[Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose](),
	};
}
