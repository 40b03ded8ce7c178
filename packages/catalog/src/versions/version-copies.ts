import { randomUUID } from "node:crypto";
import { utimesSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { InstalledScript } from "../catalog.ts";
import { changedFile } from "./check-version.ts";
import { copyVersion } from "./copy-version.ts";

/** How many copies are kept for later runs, and how large one may be for that, bytes. */
const MAX_KEPT = 16;
const MAX_KEPT_BYTES = 1024 * 1024;

type Version = Pick<InstalledScript, "folder" | "digests">;

/** A version's files in a folder that one run has for itself. */
export interface VersionCopy {
	/** Absolute path; its last segment is the script's name. */
	readonly folder: string;
	/** Says that the run is over. */
	release(): void;
}

interface KeptCopy {
	readonly of: string;
	readonly folder: string;
}

/**
 * Gives each run a version's files in a folder of its own, checked byte for byte: neither what somebody put beside them,
 * nor what another run writes there, nor a file that is changed meanwhile makes it run anything else. The folder of an
 * earlier run is taken again when it can be put in order, since a new one costs more than that.
 */
export class VersionCopies implements AsyncDisposable {
	#kept: readonly KeptCopy[] = [];
	#removing: Promise<unknown> = Promise.resolve();

	/** @returns the copy, or the first path of the version that isn't as it must be */
	async take(version: Version): Promise<VersionCopy | { readonly changed: string }> {
		for (let kept = this.#takeKept(version); kept !== undefined; kept = this.#takeKept(version)) {
			if (await isInOrder({ ...version, folder: kept.folder })) return this.#lend(version, kept.folder);
			this.#remove(kept.folder);
		}
		// Beside the versions, from where scripts can be executed; what a crash leaves there is swept like a half-written version.
		const staging = join(dirname(dirname(dirname(version.folder))), "staging");
		const folder = join(staging, randomUUID(), basename(version.folder));
		try {
			const changed = await copyVersion(version, folder);
			if (changed === undefined) return this.#lend(version, folder);
			this.#remove(folder);
			return { changed };
		} catch (error) {
			this.#remove(folder);
			throw error;
		}
	}

	/** Removes the copies of runs that are over. */
	async [Symbol.asyncDispose](): Promise<void> {
		for (const { folder } of this.#kept) this.#remove(folder);
		this.#kept = [];
		await this.#removing;
	}

	#takeKept({ folder }: Version): KeptCopy | undefined {
		const found = this.#kept.find(({ of }) => of === folder);
		this.#kept = this.#kept.filter((kept) => kept !== found);
		return found;
	}

	#lend({ folder: of, digests }: Version, folder: string): VersionCopy {
		const bytes = Object.values(digests).reduce((sum, { size }) => sum + size, 0);
		const release = () => {
			if (bytes > MAX_KEPT_BYTES) return this.#remove(folder);
			this.#kept = [...this.#kept, { of, folder }];
			for (const old of this.#kept.slice(0, -MAX_KEPT)) this.#remove(old.folder);
			this.#kept = this.#kept.slice(-MAX_KEPT);
		};
		return { folder, release };
	}

	/** Nobody waits for it, until the end. */
	#remove(folder: string): void {
		const removed = rm(dirname(folder), { recursive: true, force: true }).catch(() => {});
		this.#removing = Promise.all([this.#removing, removed]);
	}
}

/** Puts a copy in order: removes what a run left there, and makes it young, so that nobody sweeps it away. */
async function isInOrder(copy: Version): Promise<boolean> {
	try {
		const now = Date.now() / 1000;
		utimesSync(dirname(copy.folder), now, now);
		return (await changedFile(copy)) === undefined;
	} catch {
		// What a run left there can't be removed.
		return false;
	}
}
