import { type BigIntStats, closeSync, constants, fstatSync } from "node:fs";
import type { ConfinedRoot } from "../confined-root.ts";
import { changedError } from "../cursor/cursor.ts";
import { normalizeRelative } from "../rules/normalize-relative.ts";
import { nameOf, parentOf } from "../rules/path-parts.ts";
import { ToolError } from "../tool-error.ts";
import type { Directory } from "./directory.ts";
import { isDenied } from "./errno.ts";
import { isSameFile } from "./identity.ts";
import { isExactName } from "./is-exact-name.ts";
import { keepOpen } from "./keep-open.ts";
import { openDirectoryAt } from "./open-directory-at.ts";

/** How often a file is looked at that is replaced between the look and the opening. */
const MAX_LOOKS = 5;

/** A served regular file held open, and what it was when it was opened. */
export interface OpenFile {
	readonly fd: number;
	readonly identity: BigIntStats;
}

/**
 * Opens the served file of a path that a caller named; the caller closes it.
 * @throws ToolError that says which kind of refusal it is: `not_relative`, `not_served`, `missing`, `unreadable` or
 * `changed`. What the rules don't serve is refused by them alone, so the answer tells nothing of what is there.
 */
export function openServedFile(root: ConfinedRoot, path: string): OpenFile {
	normalizeRelative(path);
	if (!root.serves(path)) {
		throw new ToolError(
			"not_served",
			"This server does not serve that path; list_directory and search_files show what it serves.",
		);
	}
	const parent = parentOf(path);
	const directory = openDirectoryAt(root, parent);
	try {
		const file = directory && openRegularFile(root, directory, path);
		if (file !== undefined && file.identity.size <= root.limits.maxFileBytes) return file;
		if (file !== undefined) closeSync(file.fd);
		throw missing();
	} catch (error) {
		if (!isDenied(error)) throw error;
		throw new ToolError(
			"unreadable",
			"The server's user may not read that file; ask the owner to permit it, or read another one.",
		);
	} finally {
		if (parent !== "") directory?.close();
	}
}

/**
 * Opens a path's last name as a regular file, which it must be before it is opened and after it, through the descriptor: so
 * that neither a device nor a FIFO is opened, nor a file read that took its place in between. Undefined when it is none. A
 * file that was replaced in between is looked at again, since it never was missing.
 * @throws ToolError `changed` when it is replaced each time.
 */
function openRegularFile(
	{ selector }: ConfinedRoot,
	directory: Directory,
	path: string,
): OpenFile | undefined {
	const name = nameOf(path);
	let isReplaced = false;
	for (let look = 0; look < MAX_LOOKS; look++) {
		const found = directory.lstat(name);
		if (found === undefined || !found.isFile()) return undefined;
		if (!isExactName({ selector, directory, path, found: () => found })) return undefined;
		const file = openListedFile(directory, name);
		if (file !== undefined && isSameFile(file.identity, found)) return file;
		if (file === undefined) continue;
		closeSync(file.fd);
		isReplaced = true;
	}
	if (isReplaced) throw changedError();
	return undefined;
}

/** Opens a name that the directory has just listed as a regular file, which spares the look before. */
export function openListedFile(directory: Directory, name: string): OpenFile | undefined {
	const fd = directory.openFile(name, constants.O_RDONLY);
	if (fd === undefined) return undefined;
	return keepOpen(
		() => closeSync(fd),
		() => {
			const identity = fstatSync(fd, { bigint: true });
			return identity.isFile() ? { fd, identity } : undefined;
		},
	);
}

function missing(): ToolError {
	return new ToolError(
		"missing",
		"There is no regular file of that path; list_directory and search_files show what is there.",
	);
}
