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

/** How long a replaced version stays for runs that started with it, and half-written ones of a crashed process. */
const KEEP_MS = 2 * MAX_TIMEOUT_MS;

export interface VersionStoreOptions {
	/** Its folder; made when missing, shared by all processes of one user. */
	readonly root: string;
	readonly clock?: Clock;
}

export interface InstalledVersion {
	readonly name: string;
	readonly digest: string;
	readonly digests: Readonly<Record<string, FileDigest>>;
	readonly folder: string;
}

/**
 * Complete versions of scripts, each in a folder named by its digest, which is never changed again. A version appears by
 * one rename, so it is either whole or absent, whatever crashes; and a run keeps the one that it started with.
 */
export class VersionStore {
	readonly #versions: string;
	readonly #staging: string;
	readonly #clock: Clock;
	readonly #fingerprints = new Map<string, string>();

	constructor({ root, clock = systemClock }: VersionStoreOptions) {
		this.#versions = join(root, "versions");
		this.#staging = join(root, "staging");
		this.#clock = clock;
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
			const digests = await writeFiles(join(aside, name), files);
			const digest = scriptDigest({ name, digests });
			const version = { name, digest, digests, folder: this.folderOf(name, digest) };
			await this.#put(aside, version);
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
				if (errorCode(error) !== "ENOTEMPTY" && errorCode(error) !== "EEXIST") throw error;
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

	/** Starts the time after which a version that was just replaced may go. */
	async retire(digest: string): Promise<void> {
		const now = this.#clock.now() / 1000;
		await utimes(join(this.#versions, digest), now, now).catch(() => {});
	}

	/**
	 * Removes what is neither live nor young enough to be in use by a run. Live versions are made young, so that other
	 * processes with the same folder leave them alone; do this more often than they may grow old.
	 */
	async sweep(live: ReadonlySet<string>): Promise<void> {
		for (const digest of live) await this.retire(digest);
		for (const digest of await namesIn(this.#versions)) {
			if (!live.has(digest)) await this.#removeOld(join(this.#versions, digest));
		}
		for (const name of await namesIn(this.#staging)) await this.#removeOld(join(this.#staging, name));
	}

	async #removeOld(path: string): Promise<void> {
		const found = await stat(path).catch(() => undefined);
		if (found === undefined || this.#clock.now() - found.mtimeMs < KEEP_MS) return;
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

async function namesIn(folder: string): Promise<readonly string[]> {
	return readdir(folder).catch(() => []);
}
