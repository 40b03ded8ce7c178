import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore, type Store } from "../src/index.ts";

export interface TemporaryStore extends AsyncDisposable {
	readonly file: string;
	readonly store: Store;
}

/** A store in a folder of its own, which goes with it. */
export async function openTemporaryStore(): Promise<TemporaryStore> {
	const folder = await mkdtemp(join(tmpdir(), "cairn-store-"));
	const file = join(folder, "cairn.db");
	const store = await openStore({ file });
	return {
		file,
		store,
		async [Symbol.asyncDispose]() {
			await store.close();
			await rm(folder, { recursive: true });
		},
	};
}
