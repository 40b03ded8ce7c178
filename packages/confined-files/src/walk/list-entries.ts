import type { ConfinedRoot } from "../confined-root.ts";
import type { Directory } from "../fence/directory.ts";
import { isAddressable } from "../rules/normalize-relative.ts";
import type { WalkBudget } from "./walk-budget.ts";

/** What a decoder puts in the place of bytes that are no UTF-8. */
const REPLACEMENT = "\u{FFFD}";

/** A directory that a walk has reached. */
export interface Place {
	readonly directory: Directory;
	/** Its path with a / at the end; "" for the root. */
	readonly prefix: string;
	/** How many directories it is below the root. */
	readonly depth: number;
}

/** One entry that the rules could serve: a regular file that they do, or a directory that may hold one. */
export interface Entry {
	readonly name: string;
	readonly isDirectory: boolean;
}

/** The root, path prefix and counts of one walk. */
export interface Walk {
	readonly root: ConfinedRoot;
	readonly budget: WalkBudget;
}

/**
 * The entries of a directory that matter to a walk, in the filesystem's order. Links and everything else that is neither
 * file nor directory are left out, and so is a name that no caller could write: not UTF-8, with a backslash, too long.
 */
export function* listEntries({ root, budget }: Walk, { directory, prefix }: Place): Generator<Entry> {
	let replaced: Set<string> | undefined;
	for (const entry of directory.entries()) {
		budget.entry();
		const { name } = entry;
		const isDirectory = entry.isDirectory();
		if (!isDirectory && !entry.isFile()) continue;
		const path = prefix + name;
		if (!isAddressable(prefix, name)) continue;
		if (isDirectory ? !root.selector.mayHold(path) : !root.serves(path)) continue;
		if (name.includes(REPLACEMENT)) {
			replaced ??= new Set();
			if (replaced.has(name) || !isReally(directory, entry)) continue;
			replaced.add(name);
		}
		if (!isDirectory && isTooLarge(root, directory, name)) continue;
		yield { name, isDirectory };
	}
}

/** Whether a name with that character stands for itself, or for bytes that could not be decoded. */
function isReally(directory: Directory, entry: { name: string; isDirectory(): boolean }): boolean {
	const found = directory.lstat(entry.name);
	return entry.isDirectory() ? found?.isDirectory() === true : found?.isFile() === true;
}

function isTooLarge({ limits }: ConfinedRoot, directory: Directory, name: string): boolean {
	if (limits.maxFileBytes === Number.POSITIVE_INFINITY) return false;
	const found = directory.lstat(name);
	return found === undefined || found.size > limits.maxFileBytes;
}
