import { execFileSync } from "node:child_process";
import { copyFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { openStore, type StorePlace, verifyEvents } from "@cairn/store";
import { BackupFolder } from "@cairn/store/backup";
import { startPostgres } from "../../tools/start-postgres.mjs";
import { temporaryFolder } from "../programs.ts";

/** A household whose store is in one kind of database, with what can be found in it past its programs. */
export interface Household extends AsyncDisposable {
	readonly folder: string;
	/** Of its programs. */
	readonly settings: Record<string, string>;
	readonly place: StorePlace;
	readonly backups: BackupFolder;
	/** The entries of logs that a backup holds. */
	entriesOf(backup: string): Promise<Iterable<string>>;
}

const HOUSEHOLDS = { SQLite: openOnSqlite, PostgreSQL: openOnPostgres };

export type StoreKind = keyof typeof HOUSEHOLDS;

export function openHousehold(kind: StoreKind): Promise<Household> {
	return HOUSEHOLDS[kind]();
}

/** With as many backups as there may be: each is looked into in the end. */
const COMMON = { CAIRN_BACKUPS_KEEP: "1000", LOG_LEVEL: "info" };

async function openOnSqlite(): Promise<Household> {
	const { path, ...data } = await temporaryFolder();
	const storeFile = join(path, "cairn.db");
	const folder = join(path, "backups");
	return {
		...data,
		folder: path,
		settings: { CAIRN_DATA_DIR: path, ...COMMON },
		place: { file: storeFile },
		backups: new BackupFolder({ folder, storeFile }),
		async entriesOf(backup) {
			const file = join(path, "looked-into.db");
			await copyFile(join(folder, backup), file);
			const { entries } = await stateOf({ file });
			await rm(file);
			return entries;
		},
	};
}

/** On a server of its own, which cares for what was committed: that is what is tried. */
async function openOnPostgres(): Promise<Household> {
	const data = await temporaryFolder();
	const folder = join(data.path, "backups");
	const server = await startPostgres({ durable: true });
	return {
		folder: data.path,
		settings: { CAIRN_DATA_DIR: data.path, DATABASE_URL: server.url, ...COMMON },
		place: { url: server.url },
		backups: new BackupFolder({ folder, databaseUrl: server.url }),
		async entriesOf(backup) {
			const archive = join(folder, backup);
			execFileSync("tar", ["--extract", `--file=${archive}`, `--directory=${data.path}`, DUMP]);
			const options = ["--data-only", "--table=log_entries", "--file=-", join(data.path, DUMP)];
			const rows = execFileSync("pg_restore", options, OUTPUT).toString().split("\n");
			// What stands in a column of bytes, as a dump has it.
			const contents = rows.flatMap((row) => row.match(/\\\\x([0-9a-f]+)/)?.[1] ?? []);
			return contents.map((content) => Buffer.from(content, "hex").toString());
		},
		async [Symbol.asyncDispose]() {
			await server.stop();
			await data[Symbol.asyncDispose]();
		},
	};
}

/** What `pg_dump` wrote, in the archive that a backup is. */
const DUMP = "store.dump";
const OUTPUT = { maxBuffer: 256 * 1024 * 1024 };

export interface StoreState {
	readonly entries: ReadonlySet<string>;
	/** What is wrong with it, as sentences. */
	readonly faults: readonly string[];
}

/** Looks at a store: each entry may be there once; the chains of events and the file must be whole. */
export async function stateOf(place: StorePlace): Promise<StoreState> {
	await using store = await openStore(place);
	const rows = await store.read.all<{ entry: Uint8Array }>("SELECT entry FROM log_entries");
	const entries = new Set(rows.map(({ entry }) => Buffer.from(entry).toString()));
	const { fault } = await verifyEvents(store);
	const checks = "url" in place ? [] : await store.read.all<{ integrity_check: string }>(CHECK);
	const faults = [
		...(entries.size === rows.length ? [] : [`${rows.length - entries.size} entries are there twice`]),
		...(fault === undefined ? [] : ["the chain of events is broken"]),
		...checks.map((row) => row.integrity_check).filter((text) => text !== "ok"),
	];
	return { entries, faults };
}

const CHECK = "PRAGMA integrity_check";
