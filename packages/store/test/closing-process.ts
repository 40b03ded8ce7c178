import { setTimeout as sleep } from "node:timers/promises";
import { openStore } from "../src/index.ts";

/** Opens the store of a database, waits until it listens, closes it, and goes on to its last line. */
const [url = ""] = process.argv.slice(2);
const store = await openStore({ url });
const LISTENING =
	"SELECT 1 AS one FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle' AND query LIKE 'LISTEN %'";
while ((await store.read.get(LISTENING)) === undefined) await sleep(10);
await store.close();
process.stdout.write("closed\n");
