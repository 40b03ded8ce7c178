import { chmodSync, lstatSync, mkdirSync, type Stats, utimesSync, writeFileSync } from "node:fs";
import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { CairnError, type Clock, createId, systemClock } from "@cairn/kernel";
import { errorCode, fileFailure } from "../file-failure.ts";
import { RUN_ID_PATTERN } from "../manifest/input-schema.ts";
import { poll } from "../poll.ts";

/** Marks a directory as one of ours: only what bears it is removed, save in folders that are temporary by nature. */
const MARK = ".cairn-run";
const DAY_MS = 24 * 60 * 60 * 1000;

export interface RunDirectoriesOptions {
	/** The folder of all runs (TOOLS_RUNS_DIR). */
	readonly root: string;
	/** How long a run's directory stays after its last use (TOOLS_RUN_TTL_MS). */
	readonly ttlMs: number;
	readonly clock?: Clock;
}

export interface Run {
	readonly id: string;
	/** Absolute path. */
	readonly path: string;
}

/**
 * The directories in which scripts put what they make, one a run, readable by their owner alone. They are made without the
 * detour over other threads: a run waits for it, and it takes several times as long.
 */
export class RunDirectories {
	readonly #root: string;
	readonly #ttlMs: number;
	readonly #clock: Clock;

	constructor({ root, ttlMs, clock = systemClock }: RunDirectoriesOptions) {
		this.#root = root;
		this.#ttlMs = ttlMs;
		this.#clock = clock;
	}

	/**
	 * The directory of a run: a new one, or that of an id that a caller uses again.
	 * @throws CairnError `invalid_input` for an id that isn't one, `unavailable` where no directory can be made safely.
	 */
	async open(id: string = createId("run")): Promise<Run> {
		if (!RUN_ID_PATTERN.test(id)) {
			throw new CairnError(
				"invalid_input",
				"run_id must be 1 to 64 letters, digits, underscores and dashes.",
			);
		}
		const path = join(this.#root, id);
		try {
			this.#makeRoot();
			if (!isNew(path)) {
				requireOwn(path);
				chmodSync(path, 0o700);
			}
			this.#mark(path);
		} catch (error) {
			if (error instanceof CairnError || errorCode(error) === undefined) throw error;
			throw new CairnError(
				"unavailable",
				`The run's directory can't be made: ${fileFailure(error)}. TOOLS_RUNS_DIR chooses another place.`,
			);
		}
		return { id, path };
	}

	/** Removes directories of runs that were last used too long ago. @returns how many */
	async sweep(): Promise<number> {
		let removed = 0;
		for (const name of await readdir(this.#root).catch(() => [])) {
			if (RUN_ID_PATTERN.test(name) && (await this.#isOld(join(this.#root, name)))) {
				await rm(join(this.#root, name), { recursive: true, force: true }).catch(() => {});
				removed++;
			}
		}
		return removed;
	}

	/** Sweeps now and once a day. @returns what ends that */
	keepSwept(): () => void {
		void this.sweep();
		return poll(
			() => this.sweep(),
			() => DAY_MS,
		);
	}

	async #isOld(path: string): Promise<boolean> {
		const found = await lstat(path).catch(() => undefined);
		if (!found?.isDirectory() || !isOwn(found.uid)) return false;
		if (this.#clock.now() - found.mtimeMs < this.#ttlMs) return false;
		return (await lstat(join(path, MARK)).catch(() => undefined))?.isFile() === true;
	}

	#makeRoot(): void {
		let found = look(this.#root);
		if (found === undefined) {
			mkdirSync(this.#root, { recursive: true, mode: 0o700 });
			found = lstatSync(this.#root);
		}
		const sticky = (found.mode & 0o1000) !== 0;
		const open = (found.mode & 0o022) !== 0 && !sticky;
		if (found.isSymbolicLink() || open || (!sticky && !isOwn(found.uid))) {
			throw new CairnError(
				"unavailable",
				"The folder of the runs belongs to somebody else or can be written by others; choose another with TOOLS_RUNS_DIR.",
			);
		}
	}

	#mark(path: string): void {
		ignoringExisting(() => writeFileSync(join(path, MARK), "", { flag: "wx", mode: 0o600 }));
		const now = this.#clock.now() / 1000;
		utimesSync(path, now, now);
	}
}

/**
 * A folder in a run's directory, made unless it's there.
 * @throws CairnError `unavailable` when an earlier script of the run put something else in its place.
 */
export function openSubfolder({ path }: Run, name: string): string {
	const folder = join(path, name);
	ignoringExisting(() => mkdirSync(folder, { mode: 0o700 }));
	if (isOwnDirectory(folder)) return folder;
	throw new CairnError(
		"unavailable",
		`In the run's directory ${name} is no folder of its own, but a link or something else that a script made; use another run_id.`,
	);
}

/** Makes a directory; tells whether it wasn't there. */
function isNew(path: string): boolean {
	return ignoringExisting(() => mkdirSync(path, { mode: 0o700 }));
}

function requireOwn(path: string): void {
	if (isOwnDirectory(path)) return;
	throw new CairnError(
		"unavailable",
		"The run's directory belongs to somebody else or is a link; use another run_id.",
	);
}

function isOwnDirectory(path: string): boolean {
	const found = look(path);
	return found?.isDirectory() === true && isOwn(found.uid);
}

function isOwn(uid: number): boolean {
	return process.getuid === undefined || uid === process.getuid();
}

function look(path: string): Stats | undefined {
	return lstatSync(path, { throwIfNoEntry: false });
}

/** Makes something unless it's there. @returns whether it wasn't */
function ignoringExisting(make: () => void): boolean {
	try {
		make();
		return true;
	} catch (error) {
		if (errorCode(error) !== "EEXIST") throw error;
		return false;
	}
}
