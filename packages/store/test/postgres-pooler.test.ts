import pg from "pg";
import { expect, test } from "vitest";
import { openStore } from "../src/index.ts";
import { refuseTransactionPooler } from "../src/refuse-transaction-pooler.ts";
import { openPooler } from "./open-pooler.ts";
import { makeDatabasePlace } from "./postgres-place.ts";

test("a pooler that gives a session to each transaction is refused at the start", async () => {
	await using database = await makeDatabasePlace();
	await using pooler = await openPooler(database.url, "transaction");
	await expect(openStore({ url: pooler.url })).rejects.toMatchObject({
		code: "unavailable",
		message: expect.stringMatching(/pool_mode = session/),
	});
});

test("one that gives a session to each connection passes, and so does the server itself", async () => {
	await using database = await makeDatabasePlace();
	await using pooler = await openPooler(database.url, "session");
	for (const { url } of [pooler, database]) {
		const connection = { connectionString: url };
		const client = new pg.Client(connection);
		await client.connect();
		await refuseTransactionPooler(client, connection);
		await client.end();
	}
});

test("a connection asks a pooler for nothing that it doesn't know when it begins", async () => {
	await using database = await makeDatabasePlace();
	const { postgresConnection } = await import("../src/postgres-url.ts");
	const client = new pg.Client(postgresConnection(database.url));
	const asked = (client as unknown as { getStartupConf(): object }).getStartupConf();
	expect(Object.keys(asked).sort()).toEqual(["application_name", "database", "user"]);
});
