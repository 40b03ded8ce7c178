import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readFileSync } from "node:fs";
import { lstat, open, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setImmediate as letOthersRun } from "node:timers/promises";
import type { FileDigest, InstalledScript } from "../catalog.ts";
import { errorCode } from "../file-failure.ts";

/** How much is read before other work gets its turn, bytes: a few milliseconds. */
export const AT_A_TIME = 1024 * 1024;

type Installed = Pick<InstalledScript, "folder" | "digests">;

/**
 * Compares a version's folder with its digests, byte for byte. What isn't listed is removed: a file that somebody put
 * beside a script must not be able to change what it does.
 *
 * Scripts are a few small files, and a run waits for this: so it's done without the detour over other threads, which takes
 * several times as long.
 * @returns the first path that isn't as it must be, or undefined when all are.
 */
export async function changedFile({ folder, digests }: Installed): Promise<string | undefined> {
	// A link in its place, or in that of the folder around it, may lead to somebody's own files.
	if (!isFolder(dirname(folder)) || !isFolder(folder)) return Object.keys(digests)[0] ?? "";
	await removeUnlisted(folder, { digests, folders: foldersOf(digests), prefix: "" });
	let read = 0;
	for (const [path, digest] of Object.entries(digests)) {
		if (!isAsDigested(join(folder, path), digest)) return path;
		read += digest.size;
		if (read < AT_A_TIME) continue;
		read = 0;
		await letOthersRun();
	}
	return undefined;
}

/** What a cheap look shows of a version: it changes with every write to one of its files. */
export async function fingerprintVersion({ folder, digests }: Installed): Promise<string> {
	const parts = await Promise.all(
		Object.keys(digests).map(async (path) => {
			const stat = await lstat(join(folder, path), { bigint: true }).catch(() => undefined);
			return stat === undefined
				? "-"
				: [stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs, stat.mode].join(":");
		}),
	);
	return parts.join(" ");
}

/** The bytes of a file when they are the digest's, else undefined. */
export async function readDigested(path: string, digest: FileDigest): Promise<Buffer | undefined> {
	try {
		await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
		const stat = await file.stat();
		if (!stat.isFile() || stat.size !== digest.size) return undefined;
		const bytes = await file.readFile();
		return hasDigest(bytes, digest) ? bytes : undefined;
	} catch (error) {
		if (errorCode(error) === undefined) throw error;
		return undefined;
	}
}

/** Whether bytes are those of a digest. */
function hasDigest(bytes: Uint8Array, { sha256 }: FileDigest): boolean {
	return createHash("sha256").update(bytes).digest("hex") === sha256;
}

/** The same, without the detour over other threads. */
export function readDigestedNow(path: string, digest: FileDigest): Buffer | undefined {
	let file: number | undefined;
	try {
		file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
		const stat = fstatSync(file);
		if (!stat.isFile() || stat.size !== digest.size) return undefined;
		const bytes = readFileSync(file);
		return hasDigest(bytes, digest) ? bytes : undefined;
	} catch (error) {
		if (errorCode(error) === undefined) throw error;
		return undefined;
	} finally {
		if (file !== undefined) closeSync(file);
	}
}

function isFolder(path: string): boolean {
	return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isAsDigested(path: string, digest: FileDigest): boolean {
	const mode = lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0;
	if ((mode & 0o100) !== (digest.executable ? 0o100 : 0)) return false;
	return readDigestedNow(path, digest) !== undefined;
}

interface Listed {
	readonly digests: Installed["digests"];
	readonly folders: ReadonlySet<string>;
	readonly prefix: string;
}

async function removeUnlisted(folder: string, { digests, folders, prefix }: Listed): Promise<void> {
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		const path = prefix + entry.name;
		if (entry.isDirectory() && folders.has(path)) {
			await removeUnlisted(join(folder, entry.name), { digests, folders, prefix: `${path}/` });
		} else if (!Object.hasOwn(digests, path)) {
			await rm(join(folder, entry.name), { recursive: true, force: true });
		}
	}
}

function foldersOf(digests: Installed["digests"]): ReadonlySet<string> {
	const folders = new Set<string>();
	for (const path of Object.keys(digests)) {
		for (let slash = path.indexOf("/"); slash !== -1; slash = path.indexOf("/", slash + 1)) {
			folders.add(path.slice(0, slash));
		}
	}
	return folders;
}
