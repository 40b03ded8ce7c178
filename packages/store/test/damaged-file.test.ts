import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { events, openStore, type Store } from "../src/index.ts";

const record = (store: Store) =>
	store.transaction((sql) =>
		events.insertEvent(sql, { at: 1, requestId: "r", agentId: "a", action: "log.append", object: "1" }),
	);

test("a store that is damaged under those who watch ends their watch with a sentence, and nothing else", async () => {
	const folder = mkdtempSync(join(tmpdir(), "cairn-damaged-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const file = join(folder, "cairn.db");
	await using store = await openStore({ file });
	await record(store);
	let see = () => {};
	const seen = new Promise<void>((resolve) => {
		see = resolve;
	});
	const watch = async () => {
		for await (const _event of store.watch({ signal: new AbortController().signal, since: 0 })) see();
	};
	const watching = watch();
	await seen;
	const database = new Database(file);
	database.pragma("wal_checkpoint(TRUNCATE)");
	database.close();
	writeFileSync(file, Buffer.alloc(statSync(file).size, "A"));
	await expect(watching).rejects.toMatchObject({ code: "unavailable", details: { fault: "damaged" } });
	await expect(record(store)).rejects.toMatchObject({ code: "unavailable" });
});
