import {
	type BigIntStats,
	closeSync,
	constants,
	fchmodSync,
	fchownSync,
	fstatSync,
	fsync,
	writeSync,
} from "node:fs";
import { promisify } from "node:util";
import type { ConfinedRoot } from "../confined-root.ts";
import type { Directory } from "../fence/directory.ts";
import { errnoOf, isDenied } from "../fence/errno.ts";
import { isExactName } from "../fence/is-exact-name.ts";
import type { Limits } from "../limits.ts";
import { temporaryName } from "../rules/temporary-name.ts";
import { ToolError } from "../tool-error.ts";
import { removeLeftovers } from "./remove-leftovers.ts";

const PERMISSIONS = 0o777n;
const NEW_FILE_MODE = 0o600;
const sync = promisify(fsync);

/**
 * Replaces a file of the root as a whole: written beside it, made last, and renamed over it, which is made last too. So
 * whoever reads meanwhile, and whatever is left after a crash, is the old text or the new one, and once this is done the new
 * one, also where the power fails. A link is not followed, and another hard link to the old file keeps the old text. An
 * existing file keeps its permissions.
 * @throws ToolError `write_rule` when something else than a regular file, or one that may not be written, has the name;
 * `filesystem` when the new text is in place and the disk doesn't confirm it.
 */
export async function replaceFile(root: ConfinedRoot, name: string, bytes: Uint8Array): Promise<void> {
	const { directory, selector, limits } = root;
	const target = { directory, selector, name };
	const existing = existingFile(target, limits);
	const temporary = temporaryName();
	const fd = createFile(directory, temporary);
	try {
		try {
			removeLeftovers(directory, temporary);
			writeWhole(fd, bytes);
			if (existing !== undefined) keepAttributes(fd, existing);
			await sync(fd);
		} finally {
			closeSync(fd);
		}
		requireNoOther(target);
		directory.rename(temporary, name);
	} catch (error) {
		directory.discard(temporary);
		throw error;
	}
	await directory.sync().catch((error: unknown) => {
		throw unconfirmed(error);
	});
}

/** A name in the root's directory, which is asked for once: each time it is, it is looked for. */
interface Target extends Pick<ConfinedRoot, "directory" | "selector"> {
	readonly name: string;
}

/** The file that has the name, proven through a descriptor that may write to it; undefined for a new name. */
function existingFile(target: Target, { maxFileBytes }: Limits): BigIntStats | undefined {
	if (!requireNoOther(target)) return undefined;
	const fd = openForWriting(target);
	if (fd === undefined) return undefined;
	try {
		const found = fstatSync(fd, { bigint: true });
		if (!found.isFile()) throw notRegular();
		if (found.size > maxFileBytes) throw hidden();
		return found;
	} finally {
		closeSync(fd);
	}
}

function openForWriting({ directory, name }: Target): number | undefined {
	try {
		return directory.openFile(name, constants.O_WRONLY);
	} catch (error) {
		if (!isDenied(error)) throw error;
		throw new ToolError(
			"write_rule",
			"Nothing was written: the server's user may not write to that file; choose another name.",
		);
	}
}

/** Whether a regular file has the name; throws when anything else does. */
function requireNoOther({ directory, selector, name }: Target): boolean {
	const found = directory.lstat(name);
	if (found === undefined) return false;
	if (!found.isFile()) throw notRegular();
	if (!isExactName({ selector, directory, path: name, found: () => found })) throw otherSpelling();
	return true;
}

function createFile(directory: Directory, name: string): number {
	const fd = directory.openFile(
		name,
		constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL,
		NEW_FILE_MODE,
	);
	if (fd !== undefined) return fd;
	throw new ToolError("filesystem", "The served directory is gone; start the server again.");
}

function writeWhole(fd: number, bytes: Uint8Array): void {
	let written = 0;
	while (written < bytes.length) written += writeSync(fd, bytes, written);
}

/**
 * Its owner and group, as far as this process may give a file away, and its permissions, without those that change the user.
 * A group that it didn't have before may do no more than everybody. Not every filesystem keeps any of it.
 */
function keepAttributes(fd: number, { uid, gid, mode }: BigIntStats): void {
	const made = fstatSync(fd, { bigint: true });
	const isOwned = made.uid === uid && made.gid === gid;
	if (!isOwned && !isDone(() => fchownSync(fd, Number(uid), Number(gid)))) {
		isDone(() => fchownSync(fd, Number(made.uid), Number(gid)));
	}
	const own = isOwned ? made : fstatSync(fd, { bigint: true });
	const kept = own.gid === gid ? mode & PERMISSIONS : withGroupAsOthers(mode & PERMISSIONS);
	if ((own.mode & PERMISSIONS) !== kept) isDone(() => fchmodSync(fd, Number(kept)));
}

function withGroupAsOthers(permissions: bigint): bigint {
	return permissions & (0o707n | ((permissions & 0o7n) << 3n));
}

/** Makes a change that may be denied; gives whether it was made. */
function isDone(change: () => void): boolean {
	try {
		change();
		return true;
	} catch (error) {
		if (!isDenied(error)) throw error;
		return false;
	}
}

function unconfirmed(error: unknown): unknown {
	const errno = errnoOf(error);
	if (errno === undefined) return error;
	return new ToolError(
		"filesystem",
		`The text was written, but the disk did not confirm it (${errno}): it may be gone after a power failure. Write it again.`,
	);
}

function notRegular(): ToolError {
	return new ToolError(
		"write_rule",
		"Nothing was written: something that is not a regular file has that name; choose another name.",
	);
}

function hidden(): ToolError {
	return new ToolError(
		"write_rule",
		"Nothing was written: a file that is larger than this server serves (--max-file-bytes) has that name; choose another name.",
	);
}

function otherSpelling(): ToolError {
	return new ToolError(
		"write_rule",
		"Nothing was written: a file whose name differs only in its spelling is there; choose another name.",
	);
}
