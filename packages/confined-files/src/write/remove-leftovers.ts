import type { Directory } from "../fence/directory.ts";
import { isTemporaryName } from "../rules/temporary-name.ts";

/** A write takes milliseconds; what is older than this was left by a process that died over it. */
const LEFT_AFTER_MS = 10 * 60 * 1000;

/** When each root was last looked through. */
const sweptAt = new WeakMap<Directory, number>();

/** Removes what writes that were cut short left in a root: before its first write, and then once in a while. */
export function removeLeftovers(directory: Directory): void {
	const now = Date.now();
	const before = sweptAt.get(directory);
	if (before !== undefined && Math.abs(now - before) < LEFT_AFTER_MS) return;
	sweptAt.set(directory, now);
	const names: string[] = [];
	for (const { name } of directory.entries()) if (isTemporaryName(name)) names.push(name);
	for (const name of names) {
		const found = directory.lstat(name);
		if (found?.isFile() && Number(found.mtimeMs) < now - LEFT_AFTER_MS) directory.discard(name);
	}
}
