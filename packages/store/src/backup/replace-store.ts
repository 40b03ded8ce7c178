import { setTimeout as sleep } from "node:timers/promises";
import { CairnError } from "@cairn/kernel";
import Database from "better-sqlite3";

/** How long to wait for a writer of another process, milliseconds. */
const WAIT_MS = 15_000;
const PAUSE_MS = 25;
/** How long the thread rests between two looks at whether the last look is done, milliseconds. */
const REST_MS = 2;
const ALL_PAGES = 1_000_000_000;

export interface ReplaceOptions {
	/** A whole store in one file. */
	readonly staged: string;
	/**
	 * Called when nobody can write the store any more and everybody still reads what it was; may change the staged store.
	 * When it throws, the store stays as it was.
	 */
	readonly lastLook: (staged: Database.Database) => Promise<void>;
}

/**
 * Makes a store's file hold what another one holds, in one transaction of SQLite, in which all of its pages are written.
 * Other processes may have it open: they go on reading what it was until it is committed, and then see what it is.
 */
export async function replaceStore(storeFile: string, { staged, lastLook }: ReplaceOptions): Promise<void> {
	const deadline = performance.now() + WAIT_MS;
	const source = new Database(staged, { fileMustExist: true });
	try {
		while (!(await copyOver(source, { storeFile, lastLook }))) {
			if (performance.now() > deadline) throw busy();
			await sleep(PAUSE_MS);
		}
	} finally {
		source.close();
	}
}

interface CopyOver extends Pick<ReplaceOptions, "lastLook"> {
	readonly storeFile: string;
}

/** False when another writer was at it: the driver then takes having copied nothing for being done. */
async function copyOver(source: Database.Database, { storeFile, lastLook }: CopyOver): Promise<boolean> {
	let look: "open" | "under way" | "done" = "open";
	let failure: { readonly error: unknown } | undefined;
	const start = async () => {
		try {
			await lastLook(source);
			look = "done";
		} catch (error) {
			failure = { error };
		}
	};
	// The first step takes the write lock and copies nothing; so does each that is asked for no pages.
	const progress = () => {
		if (failure !== undefined) throw failure.error;
		if (look === "done") return ALL_PAGES;
		if (look === "open") {
			look = "under way";
			void start();
		}
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, REST_MS);
		return 0;
	};
	const { totalPages } = await source.backup(storeFile, { progress });
	return totalPages > 0;
}

function busy(): CairnError {
	return new CairnError(
		"unavailable",
		"The store is busy with other writers, so nothing was restored. Try again.",
		{ fault: "busy" },
	);
}
