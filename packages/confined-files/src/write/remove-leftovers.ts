import type { Directory } from "../fence/directory.ts";
import { isTemporaryName } from "../rules/temporary-name.ts";

/** A write takes milliseconds; what is older than this was left by a process that died over it. */
const LEFT_AFTER_MS = 10 * 60 * 1000;

const swept = new WeakSet<Directory>();

/**
 * Removes what writes that were cut short left in a root: once a root, when its first write has made its own temporary file.
 * That one tells what time it is on this disk, which may be a file server's and differ from ours.
 */
export function removeLeftovers(directory: Directory, temporary: string): void {
	if (swept.has(directory)) return;
	swept.add(directory);
	const now = Number(directory.lstat(temporary)?.mtimeMs ?? 0);
	const names = Array.from(directory.entries(), ({ name }) => name).filter(isTemporaryName);
	for (const name of names) {
		const found = directory.lstat(name);
		if (found?.isFile() && Number(found.mtimeMs) < now - LEFT_AFTER_MS) directory.discard(name);
	}
}
