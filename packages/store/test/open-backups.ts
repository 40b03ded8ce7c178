import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SqlitePlaces } from "../src/backup/backup-places.ts";
import { makeBackup, restoreBackup } from "../src/backup.ts";
import { openStore } from "../src/index.ts";
import { type BackedUpStore, backedUpStore } from "./backed-up-store.ts";

export interface BackedUp extends BackedUpStore, AsyncDisposable {
	readonly places: SqlitePlaces & { readonly keyFile: string };
	backUp(options?: { kind?: "daily" | "manual"; keep?: number }): ReturnType<typeof makeBackup>;
	restore(backup: string, options?: { replaceDamaged?: boolean }): ReturnType<typeof restoreBackup>;
}

/** A store with a key beside it, and its backups. */
export async function openBackups(): Promise<BackedUp> {
	const path = await mkdtemp(join(tmpdir(), "cairn-backups-"));
	const keyFile = join(path, "catalog-key.pem");
	await writeFile(keyFile, "the key");
	const places = { storeFile: join(path, "cairn.db"), folder: join(path, "backups"), keyFile };
	const store = await openStore({ file: places.storeFile });
	const backedUp = backedUpStore(places, store);
	const { clock, version } = backedUp;
	return {
		...backedUp,
		places,
		backUp: ({ kind = "manual", keep } = {}) => makeBackup(places, { kind, clock, version, keep }),
		restore: (backup, options) => restoreBackup(places, { backup, clock, version, ...options }),
		async [Symbol.asyncDispose]() {
			await store.close();
			await rm(path, { recursive: true, force: true });
		},
	};
}
