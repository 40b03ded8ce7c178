import { createReadStream, type Stats } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { CairnError } from "@cairn/kernel";
import {
	type BackupNaming,
	backupOfEntry,
	digestFileOf,
	isBackupName,
	isOtherKindsName,
	namingOf,
	recordFileOf,
} from "./backup-name.ts";
import type { BackupPlaces } from "./backup-places.ts";
import { type Backup, type BackupRecord, parseBackupRecord } from "./backup-record.ts";
import { writeDurably } from "./durable-file.ts";
import { fileDigest } from "./file-digest.ts";

const SCRATCH = ".scratch-";

/** A folder of backups, of one store or several. What it holds is what there is: no table says otherwise. */
export class BackupFolder {
	readonly folder: string;
	readonly #naming: BackupNaming;

	constructor(places: BackupPlaces) {
		this.folder = places.folder;
		this.#naming = namingOf(places);
	}

	/** All backups of the store, newest first; none where there is no folder yet. */
	async list(): Promise<Backup[]> {
		const entries = await namesIn(this.folder);
		const names = new Set(
			entries.map((entry) => backupOfEntry(entry, this.#naming)).filter((name) => name !== undefined),
		);
		const backups = await Promise.all([...names].map((name) => this.#read(name)));
		return backups
			.filter((backup) => backup !== undefined)
			.sort((a, b) => b.madeAt - a.madeAt || (a.name < b.name ? 1 : -1));
	}

	/**
	 * The names of the backups in the folder that were made while the store was of the other kind, SQLite or PostgreSQL: they
	 * are none of this store, and still what there is of the time before.
	 */
	async listOtherKinds(): Promise<string[]> {
		return (await namesIn(this.folder)).filter((name) => isOtherKindsName(name, this.#naming)).sort();
	}

	/**
	 * Where the file of a backup is.
	 * @throws CairnError `not_found` for a name of which there is no file.
	 */
	async fileOf(name: string): Promise<string> {
		const file = join(this.folder, name);
		if (isBackupName(name, this.#naming) && (await statOf(file)) !== undefined) return file;
		throw new CairnError("not_found", "There is no such backup, or no longer. Look at the list again.");
	}

	/** The bytes of a backup, for a download. @throws CairnError `not_found`. */
	async read(name: string): Promise<{ bytes: number; stream: NodeJS.ReadableStream }> {
		const file = await this.fileOf(name);
		const { size } = (await statOf(file)) ?? { size: 0 };
		return { bytes: size, stream: createReadStream(file) };
	}

	/** Puts a record beside its backup. */
	async write(name: string, record: BackupRecord): Promise<void> {
		await writeDurably(recordFileOf(join(this.folder, name)), `${JSON.stringify(record, null, "\t")}\n`);
	}

	/** Marks backups whose file is not the one any more that was proven; they are proven no longer. */
	async findDamage(): Promise<void> {
		for (const backup of await this.list()) {
			if (backup.state !== "proven" || backup.kind === "found") continue;
			const digest = await fileDigest(join(this.folder, backup.name));
			if (digest === backup.sha256) continue;
			const record = await this.#record(backup.name);
			const problem = "Its file has changed since it was proven.";
			if (record !== undefined) await this.write(backup.name, { ...record, state: "damaged", problem });
		}
	}

	/** Removes a backup with all that lies beside it. */
	async remove(name: string): Promise<void> {
		const file = join(this.folder, name);
		// The record first: a file without one counts for nothing, a record without its file would seem damaged.
		for (const path of [recordFileOf(file), digestFileOf(file), file]) await rm(path, { force: true });
	}

	/** Removes what crashes left; for whoever holds the lock of the store and has not begun yet. */
	async clearScratch(): Promise<void> {
		const left = (await namesIn(this.folder)).filter((name) => name.startsWith(SCRATCH));
		for (const name of left) await rm(join(this.folder, name), { recursive: true, force: true });
	}

	/** A place for work in progress, on the disk of the backups; goes with what is in it. */
	async openScratch(): Promise<AsyncDisposable & { readonly path: string }> {
		await mkdir(this.folder, { recursive: true, mode: 0o700 });
		const path = await mkdtemp(join(this.folder, SCRATCH));
		return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
	}

	async #read(name: string): Promise<Backup | undefined> {
		const [record, file] = await Promise.all([this.#record(name), statOf(join(this.folder, name))]);
		if (record === undefined) return file && found(name, file);
		if (record.state !== "proven" && record.state !== "unproven") return { ...record, name };
		if (file === undefined) return { ...record, name, state: "damaged", problem: "Its file is gone." };
		if (file.size !== record.bytes)
			return { ...record, name, state: "damaged", problem: "Its file has changed since it was proven." };
		return { ...record, name };
	}

	async #record(name: string): Promise<BackupRecord | undefined> {
		const text = await readFile(recordFileOf(join(this.folder, name)), "utf8").catch(() => "");
		return parseBackupRecord(text);
	}
}

function found(name: string, { size, mtimeMs }: Stats): Backup {
	return { name, state: "unproven", kind: "found", madeAt: Math.floor(mtimeMs), bytes: size };
}

async function namesIn(folder: string): Promise<string[]> {
	try {
		return await readdir(folder);
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
		throw error;
	}
}

async function statOf(path: string): Promise<Stats | undefined> {
	const stats = await stat(path).catch(() => undefined);
	return stats?.isFile() ? stats : undefined;
}
