import { findPostgres } from "./postgres-programs.mjs";
import { startPostgres } from "./start-postgres.mjs";

/** Starts the PostgreSQL server of a run of vitest, whose address its tests find as `inject("postgresUrl")`. */
export async function setup(project) {
	if (findPostgres() === undefined) {
		throw new Error(
			"The tests on PostgreSQL need its server, 15 or newer: initdb and postgres must be on the PATH.",
		);
	}
	const server = await startPostgres();
	project.provide("postgresUrl", server.url);
	return () => server.stop();
}
