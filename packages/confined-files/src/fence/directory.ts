import {
	type BigIntStats,
	closeSync,
	constants,
	type Dirent,
	fstatSync,
	fsync,
	lstatSync,
	opendirSync,
	openSync,
	readdirSync,
	readlinkSync,
	renameSync,
	statSync,
	unlinkSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { errnoOf, isAbsent, isDenied } from "./errno.ts";
import { isSameFile } from "./identity.ts";
import { keepOpen } from "./keep-open.ts";

const DIRECTORY_FLAGS = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const FILE_FLAGS = constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;
/** A directory of so many bytes is read at once, which is quicker; it holds some thousand entries at most. */
const SMALL_DIRECTORY_BYTES = 65_536;
/** Entries that one read of a larger one brings; so a huge one is not read whole before a limit is seen. */
const ENTRIES_AT_ONCE = 1_024;

/** Nothing under a name is an ordinary answer, for which no error need be made. */
const LOOK = { bigint: true, throwIfNoEntry: false } as const;

/** What Linux puts behind the path of a descriptor whose file was deleted; a name may end like that, too. */
const DELETED = " (deleted)";

const sync = promisify(fsync);

/** What a filesystem answers that can't make a directory last by itself, as some over a network or of other systems. */
const NO_SYNC = new Set(["EINVAL", "ENOTSUP", "EOPNOTSUPP"]);

/** How names in an open directory are reached: through its descriptor where the system can do that, else by their path. */
export type Reach = "descriptor" | "path";

/**
 * A directory held open. On Linux every name in it is reached through its descriptor (`/proc/PID/fd/N/name`), so that a
 * parent that somebody swaps for a link meanwhile leads nowhere else. Elsewhere a name is reached by its path, and
 * afterwards each directory on the way is checked to be the one that was opened.
 */
export class Directory {
	readonly fd: number;
	readonly #name: string;
	readonly #reach: Reach;
	readonly #parent: Directory | undefined;
	#identity: BigIntStats | undefined;

	/** `path` is a name in the parent, or where there is none, absolute. */
	private constructor(path: string, reach: Reach, parent: Directory | undefined) {
		this.fd = openSync(parent === undefined ? path : parent.#at(path), DIRECTORY_FLAGS);
		this.#name = path;
		this.#reach = reach;
		this.#parent = parent;
	}

	/** What it was when it was first asked for; which directory it is can't change. */
	get identity(): BigIntStats {
		this.#identity ??= fstatSync(this.fd, { bigint: true });
		return this.#identity;
	}

	/** Opens the directory of an absolute path; throws what the filesystem throws. A link in its place is not followed. */
	static open(path: string, reach?: Reach): Directory {
		const directory = new Directory(path, reach ?? "path", undefined);
		if (reach !== undefined || !canReachByDescriptor(directory)) return directory;
		directory.close();
		return new Directory(path, "descriptor", undefined);
	}

	/** Opens a directory in this one; undefined when there is none that may be opened. */
	child(name: string): Directory | undefined {
		return this.#attempt(() => {
			const child = new Directory(name, this.#reach, this);
			return keepOpen(
				() => child.close(),
				() => (child.#stillReached() ? child : undefined),
			);
		});
	}

	/** What stands under a name, without following a link; undefined when nothing does. */
	lstat(name: string): BigIntStats | undefined {
		return this.#attempt(() => {
			const found = lstatSync(this.#at(name), LOOK);
			return found !== undefined && this.#stillReached() ? found : undefined;
		});
	}

	/**
	 * Opens a name in this directory without following a link or waiting for anything; gives the descriptor, or undefined
	 * when nothing is there. Throws when permission is refused.
	 */
	openFile(name: string, flags: number, mode?: number): number | undefined {
		try {
			const fd = openSync(this.#at(name), flags | FILE_FLAGS, mode);
			return keepOpen(
				() => closeSync(fd),
				() => (this.#isStillAt(name, fd) ? fd : undefined),
			);
		} catch (error) {
			if (isAbsent(error)) return undefined;
			throw error;
		}
	}

	/** The entries in no order; those of a large directory are read piece by piece. */
	*entries(): Generator<Dirent> {
		if (this.#size() <= SMALL_DIRECTORY_BYTES) {
			const all = this.#attempt(() => readdirSync(this.#at("."), { withFileTypes: true }));
			if (all !== undefined && this.#stillReached()) yield* all;
			return;
		}
		const stream = this.#attempt(() => opendirSync(this.#at("."), { bufferSize: ENTRIES_AT_ONCE }));
		if (stream === undefined) return;
		try {
			if (!this.#stillReached()) return;
			for (let entry = readEntry(stream); entry !== null; entry = readEntry(stream)) yield entry;
		} finally {
			stream.closeSync();
		}
	}

	/** Its size in bytes; that of the root, which is open for long, as it is now. */
	#size(): number {
		return this.#parent === undefined ? fstatSync(this.fd).size : Number(this.identity.size);
	}

	rename(from: string, to: string): void {
		renameSync(this.#at(from), this.#at(to));
	}

	/** Makes last on the disk what was made, renamed or removed in it; nothing where its filesystem has no such thing. */
	async sync(): Promise<void> {
		try {
			await sync(this.fd);
		} catch (error) {
			if (!NO_SYNC.has(errnoOf(error) ?? "")) throw error;
		}
	}

	/** Removes a file of our own, if it can be; nobody depends on it. */
	discard(name: string): void {
		try {
			unlinkSync(this.#at(name));
		} catch (error) {
			if (errnoOf(error) === undefined) throw error;
		}
	}

	/** Whether it was deleted while it was held open. Linux says so itself: not every filesystem counts its links down then. */
	isRemoved(): boolean {
		if (this.#reach !== "descriptor") return fstatSync(this.fd).nlink === 0;
		const path = readlinkSync(descriptorPath(this.fd));
		if (!path.endsWith(DELETED)) return false;
		const found = lstatSync(path, LOOK);
		return found === undefined || !isSameFile(found, this.identity);
	}

	close(): void {
		closeSync(this.fd);
	}

	#at(name: string): string {
		return this.#reach === "descriptor" ? `${descriptorPath(this.fd)}/${name}` : join(this.#path, name);
	}

	get #path(): string {
		return this.#parent === undefined ? this.#name : join(this.#parent.#path, this.#name);
	}

	/** Whether the path to here still leads through the directories that were opened; by descriptor it can't but do so. */
	#stillReached(): boolean {
		if (this.#reach === "descriptor") return true;
		const found = lstatSync(this.#path, LOOK);
		if (found === undefined || !isSameFile(found, this.identity)) return false;
		return this.#parent === undefined || this.#parent.#stillReached();
	}

	/** Whether the name still stands for what was opened, which leaves no moment in which a parent was swapped. */
	#isStillAt(name: string, fd: number): boolean {
		if (this.#reach === "descriptor") return true;
		const found = this.lstat(name);
		return found !== undefined && isSameFile(found, fstatSync(fd, { bigint: true }));
	}

	#attempt<Result>(work: () => Result): Result | undefined {
		try {
			return work();
		} catch (error) {
			if (isAbsent(error) || isDenied(error)) return undefined;
			throw error;
		}
	}
}

/** A directory that is removed while it is read just ends. */
function readEntry(stream: ReturnType<typeof opendirSync>): Dirent | null {
	try {
		return stream.readSync();
	} catch (error) {
		if (isAbsent(error)) return null;
		throw error;
	}
}

let descriptors: string | undefined;

/** Where a descriptor of this process stands in /proc: under its number, since `self` is a link more on every way. */
function descriptorPath(fd: number): string {
	descriptors ??= `/proc/${readlinkSync("/proc/self")}/fd`;
	return `${descriptors}/${fd}`;
}

function canReachByDescriptor(directory: Directory): boolean {
	try {
		const reached = statSync(`${descriptorPath(directory.fd)}/.`, { bigint: true });
		return isSameFile(reached, directory.identity);
	} catch {
		return false;
	}
}
