import { CairnError } from "@cairn/kernel";
import pg from "pg";
import { ADDRESS_SETTING } from "./postgres-url.ts";

/** A pooler that serves others as well may give the second connection another session now and then. */
const LOOKS = 3;

/**
 * Refuses a pooler that gives a session to each transaction: listening, locks of a session and prepared statements get lost
 * there without a word. The server itself, and a pooler that gives a session to each connection, pass.
 * @throws CairnError `unavailable` that says what to set.
 */
export async function refuseTransactionPooler(client: pg.Client, connection: pg.ClientConfig): Promise<void> {
	if (!(await isPooled(client))) return;
	const other = new pg.Client(connection);
	other.on("error", () => {});
	try {
		await other.connect();
		for (let look = 0; look < LOOKS; look++) {
			if ((await sessionOf(client)) === (await sessionOf(other))) throw transactionPooler();
		}
	} finally {
		await other.end().catch(() => {});
	}
}

/** The server tells a new connection the number of its session; a pooler tells one that it made up. */
async function isPooled(client: pg.Client): Promise<boolean> {
	const told = "processID" in client ? client.processID : undefined;
	return (await sessionOf(client)) !== told;
}

async function sessionOf(client: pg.Client): Promise<number | undefined> {
	const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
	return rows[0]?.pid;
}

function transactionPooler(): CairnError {
	return new CairnError(
		"unavailable",
		`The pooler in front of the database gives a session to each transaction, and Cairn needs one for each connection. Set pool_mode = session for this database (PgBouncer), or name the server itself in ${ADDRESS_SETTING}. Nothing was changed.`,
		{ fault: "refused" },
	);
}
