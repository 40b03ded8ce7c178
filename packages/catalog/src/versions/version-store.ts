import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { type Clock, systemClock } from "@cairn/kernel";
import type { FileDigest, InstalledScript } from "../catalog.ts";
import { scriptDigest } from "../digests.ts";
import { errorCode } from "../file-failure.ts";
import { MAX_TIMEOUT_MS } from "../limits.ts";
import { changedFile, fingerprintVersion } from "./check-version.ts";
import { type NewFile, writeFiles } from "./write-version.ts";

/** How long half-written versions of a crashed process stay, and whole ones that nothing uses. */
const KEEP_MS = 2 * MAX_TIMEOUT_MS;
/** A run may start a moment after its version was replaced, and end a moment after its time. */
const SLACK_MS = 60 * 1000;
/** Live versions are in use for this long after each sweep; more than the time between two of them. */
const LIVE_MS = 2 * MAX_TIMEOUT_MS;
/** A version that was just installed is in use until its process has said so by a sweep. */
const NEW_MS = 10 * 60 * 1000;
const RUN_TIMEOUT_MS = 60 * 1000;
/** What a rename says of a folder in its place, or of a file or a link that somebody put there. */
const IN_ITS_PLACE: ReadonlySet<string> = new Set(["ENOTEMPTY", "EEXIST", "ENOTDIR"]);
const SPARE_BYTES = 256 * 1024 * 1024;

export interface VersionStoreOptions {
	/** Its folder; made when missing, shared by all processes of one user. */
	readonly root: string;
	readonly clock?: Clock;
	/** How many bytes of versions are kept that no catalog has any more and no run can be using. */
	readonly spareBytes?: number | undefined;
	/** How long a script without a time limit of its own may run (TOOLS_SCRIPT_TIMEOUT_MS), milliseconds. */
	readonly runTimeoutMs?: number | undefined;
}

export interface InstalledVersion {
	readonly name: string;
	readonly digest: string;
	readonly digests: Readonly<Record<string, FileDigest>>;
	readonly folder: string;
}

/**
 * Complete versions of scripts, each in a folder named by its digest, which is never changed again. A version appears by
 * one rename, so it is either whole or absent, whatever crashes; and a run keeps the one that it started with. The time
 * of a version's folder says until when it may be in use, for all processes.
 *
 * Equal files of two versions are never one file by a hard link: a script may write to its own files, and would change
 * another version with it, which may be running; and the executable bit, which belongs to the version, would be shared.
 * Where the file system can, they share their blocks instead (a reflink), and part when one is written.
 */
export class VersionStore {
	readonly #versions: string;
	readonly #staging: string;
	readonly #clock: Clock;
	readonly #spareBytes: number;
	readonly #runTimeoutMs: number;
	readonly #fingerprints = new Map<string, string>();
	/** Installed since the last sweep. */
	#newBytes = 0;

	constructor(options: VersionStoreOptions) {
		this.#versions = join(options.root, "versions");
		this.#staging = join(options.root, "staging");
		this.#clock = options.clock ?? systemClock;
		this.#spareBytes = options.spareBytes ?? SPARE_BYTES;
		this.#runTimeoutMs = options.runTimeoutMs ?? RUN_TIMEOUT_MS;
	}

	/** Where a version's files lie or would lie. */
	folderOf(name: string, digest: string): string {
		return join(this.#versions, digest, name);
	}

	/** Writes a version aside and puts it in its place in one rename; the same version again costs one comparison. */
	async install(name: string, files: readonly NewFile[]): Promise<InstalledVersion> {
		await mkdir(this.#versions, { recursive: true, mode: 0o700 });
		const aside = join(this.#staging, randomUUID());
		try {
			await mkdir(join(aside, name), { recursive: true, mode: 0o700 });
			// The time that the disk gave it may be another than the one by which programs tell what is in use.
			await markUsed(aside, this.#clock.now() + NEW_MS);
			const digests = await writeFiles(join(aside, name), files);
			const digest = scriptDigest({ name, digests });
			const version = { name, digest, digests, folder: this.folderOf(name, digest) };
			await this.#put(aside, version);
			await this.#useAtLeastUntil(digest, this.#clock.now() + NEW_MS);
			this.#newBytes += Object.values(digests).reduce((sum, { size }) => sum + size, 0);
			this.#fingerprints.set(version.folder, await fingerprintVersion(version));
			return version;
		} finally {
			await rm(aside, { recursive: true, force: true });
		}
	}

	async #put(aside: string, version: InstalledVersion): Promise<void> {
		const place = join(this.#versions, version.digest);
		for (let attempt = 0; attempt < 5; attempt++) {
			try {
				return await rename(aside, place);
			} catch (error) {
				if (!IN_ITS_PLACE.has(errorCode(error) ?? "")) throw error;
			}
			if ((await changedFile(version)) === undefined) return;
			await this.#takeAway(place);
		}
		throw new Error("The folder of a version could not be replaced.");
	}

	/** Whether a version's files look as they did when they were last checked; hashes only those that don't. */
	async isIntact(version: Pick<InstalledScript, "folder" | "digests">): Promise<boolean> {
		const fingerprint = await fingerprintVersion(version);
		if (this.#fingerprints.get(version.folder) === fingerprint) return true;
		if ((await changedFile(version)) !== undefined) return false;
		this.#fingerprints.set(version.folder, fingerprint);
		return true;
	}

	/** Lets a version go that was just replaced: once the runs that started with it must have ended. */
	async retire({ digest, manifest }: Pick<InstalledScript, "digest" | "manifest">): Promise<void> {
		const runMs = Math.min(manifest.timeout_ms ?? this.#runTimeoutMs, MAX_TIMEOUT_MS);
		await this.#useUntil(digest, this.#clock.now() + runMs + SLACK_MS);
	}

	/** Whether so much was installed since the last sweep that the next one shouldn't wait for its hour. */
	isSweepDue(): boolean {
		return this.#newBytes > this.#spareBytes / 4;
	}

	/**
	 * Removes versions that are neither live nor in use: those that are so for long, and as many of the others, the
	 * longest unused first, that the rest is no more than the spare bytes. Live versions are marked as in use, so that other
	 * processes with the same folder leave them alone; do this more often than that lasts.
	 */
	async sweep(live: ReadonlySet<string>): Promise<void> {
		this.#newBytes = 0;
		const now = this.#clock.now();
		for (const digest of live) await this.#useUntil(digest, now + LIVE_MS);
		const unused = (await foldersIn(this.#versions)).filter(
			({ name, usedUntil }) => !live.has(name) && !isBetween(usedUntil, now, now + LIVE_MS + SLACK_MS),
		);
		let spare = this.#spareBytes;
		for (const { path, usedUntil } of unused.sort((a, b) => b.usedUntil - a.usedUntil)) {
			spare -= await bytesOf(path);
			if (spare < 0 || Math.abs(now - usedUntil) > KEEP_MS) await this.#remove(path);
		}
		for (const { path, usedUntil } of await foldersIn(this.#staging))
			if (Math.abs(now - usedUntil) > KEEP_MS) await this.#remove(path);
	}

	async #useAtLeastUntil(digest: string, instant: number): Promise<void> {
		const found = await stat(join(this.#versions, digest)).catch(() => undefined);
		if (found !== undefined && found.mtimeMs < instant) await this.#useUntil(digest, instant);
	}

	async #useUntil(digest: string, instant: number): Promise<void> {
		await markUsed(join(this.#versions, digest), instant);
	}

	async #remove(path: string): Promise<void> {
		for (const folder of this.#fingerprints.keys()) {
			if (folder.startsWith(`${path}/`)) this.#fingerprints.delete(folder);
		}
		await this.#takeAway(path);
	}

	/** Renames first: a version that is half removed must not look like one. */
	async #takeAway(path: string): Promise<void> {
		await mkdir(this.#staging, { recursive: true, mode: 0o700 });
		const aside = join(this.#staging, randomUUID());
		await rename(path, aside).catch(() => {});
		await rm(aside, { recursive: true, force: true });
	}
}

/** Says by a folder's time until when it may be in use; nothing where it is gone by now. */
async function markUsed(folder: string, until: number): Promise<void> {
	await utimes(folder, until / 1000, until / 1000).catch(() => {});
}

/** An instant beyond any use was written by a clock that was wrong, and means nothing. */
function isBetween(instant: number, from: number, to: number): boolean {
	return from <= instant && instant <= to;
}

interface Folder {
	readonly name: string;
	readonly path: string;
	/** The folder's time, milliseconds since the epoch. */
	readonly usedUntil: number;
}

async function foldersIn(parent: string): Promise<readonly Folder[]> {
	const names = await readdir(parent).catch(() => []);
	const folders = await Promise.all(
		names.map(async (name) => {
			const path = join(parent, name);
			const found = await stat(path).catch(() => undefined);
			return found === undefined ? [] : [{ name, path, usedUntil: found.mtimeMs }];
		}),
	);
	return folders.flat();
}

async function bytesOf(folder: string): Promise<number> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
	const sizes = await Promise.all(
		entries.map(async (entry) => {
			if (!entry.isFile()) return 0;
			const found = await stat(join(entry.parentPath, entry.name)).catch(() => undefined);
			return found?.size ?? 0;
		}),
	);
	return sizes.reduce((sum, size) => sum + size, 0);
}
