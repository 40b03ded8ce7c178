import type { Directory } from "../fence/directory.ts";
import { isTemporaryName } from "../rules/temporary-name.ts";

/** A write takes milliseconds; what is older than this was left by a process that died over it. */
const LEFT_AFTER_MS = 10 * 60 * 1000;

/** When each root was last looked through, by a clock that nobody sets. */
const sweptAt = new WeakMap<Directory, number>();

/**
 * Removes what writes that were cut short left in a root: at its first write, and then once in a while. A write calls it when
 * it has made its own temporary file: that one tells what time it is on this disk, which may be a file server's and differ
 * from ours.
 */
export function removeLeftovers(directory: Directory, temporary: string): void {
	const before = sweptAt.get(directory);
	if (before !== undefined && performance.now() - before < LEFT_AFTER_MS) return;
	sweptAt.set(directory, performance.now());
	const now = Number(directory.lstat(temporary)?.mtimeMs ?? 0);
	const names: string[] = [];
	for (const { name } of directory.entries()) if (isTemporaryName(name)) names.push(name);
	for (const name of names) {
		const found = directory.lstat(name);
		if (found?.isFile() && Number(found.mtimeMs) < now - LEFT_AFTER_MS) directory.discard(name);
	}
}
