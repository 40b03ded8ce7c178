// Writes into a store on PostgreSQL as fast as it can until it is ended: each transaction adds an agent with one file in two
// steps, as the only writer, so that a copy which is not of one moment shows, and a write that was answered and lost.
import pg from "pg";

const [url, writerLock] = process.argv.slice(2);
const client = new pg.Client({ connectionString: url });
await client.connect();

for (let n = 0; process.connected; n++) {
	await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${writerLock})`);
	await client.query("INSERT INTO agents (id, created_at, last_seen_at) VALUES ($1, 1, 1)", [`pair ${n}`]);
	await client.query("UPDATE agents SET files = 1 WHERE id = $1", [`pair ${n}`]);
	await client.query("COMMIT");
	// How many were answered so far.
	if (process.connected) await new Promise((resolve) => process.send(n + 1, resolve));
}
await client.end();
