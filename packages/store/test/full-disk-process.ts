import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CairnError } from "@cairn/kernel";
import { BackupFolder, makeBackup } from "../src/backup.ts";
import { agents, openStore } from "../src/index.ts";

/** Fills the disk that a folder is on by writing into a store, frees some of it, goes on, and tells how each step went. */
const [folder = ""] = process.argv.slice(2);
const ballast = join(folder, "ballast");
const places = { storeFile: join(folder, "cairn.db"), folder: join(folder, "backups") };
const backUp = () => makeBackup(places, { kind: "manual", clock: { now: () => 1 }, version: "1" });

async function told(work: () => Promise<unknown>): Promise<string> {
	try {
		await work();
		return "";
	} catch (error) {
		return error instanceof CairnError ? error.message : String(error);
	}
}

writeFileSync(ballast, Buffer.alloc(5_000_000));
await using store = await openStore({ file: places.storeFile });
let written = 0;
const write = async () => {
	const id = `${written} ${"x".repeat(20_000)}`;
	await store.transaction((sql) => agents.letAppear(sql, { id, at: 1 }));
	written++;
};
const count = async () => (await store.read.get<{ n: number }>("SELECT count(*) AS n FROM agents"))?.n;
const soundness = () => store.read.all("PRAGMA integrity_check");

let full = "";
while (full === "" && written < 1_000) full = await told(write);
const atFull = {
	full,
	written,
	backup: await told(backUp),
	kept: await count(),
	soundness: await soundness(),
};
rmSync(ballast);
const after = {
	write: await told(write),
	kept: (await count()) === written,
	soundness: await soundness(),
	backup: await told(backUp),
	backups: (await new BackupFolder(places).list()).map(({ state }) => state),
};
process.stdout.write(`${JSON.stringify({ atFull, after })}\n`);
