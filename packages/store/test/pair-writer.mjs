// Writes into a store as fast as it can until it is ended: each transaction adds an agent with one file in two steps, so
// that a copy which is not of one moment shows.
import Database from "better-sqlite3";

const store = new Database(process.argv[2], { timeout: 30_000 });
store.pragma("synchronous = NORMAL");
const add = store.prepare("INSERT INTO agents (id, created_at, last_seen_at) VALUES (?, 1, 1)");
const count = store.prepare("UPDATE agents SET files = 1 WHERE id = ?");
const write = store.transaction((id) => {
	add.run(id);
	count.run(id);
});

let n = 0;
const step = () => {
	for (let end = n + 50; n < end; n++) write(`pair ${n}`);
	if (n === 50) process.send("writing");
	if (process.connected) setImmediate(step);
};
step();
