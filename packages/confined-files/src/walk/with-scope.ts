import type { ConfinedRoot } from "../confined-root.ts";
import { isExactName } from "../fence/is-exact-name.ts";
import { normalizeRelative } from "../rules/normalize-relative.ts";
import { nameOf, parentOf } from "../rules/path-parts.ts";
import { nothingServed } from "./nothing-served.ts";
import { type FoundFile, walkFiles } from "./walk-files.ts";
import { withDirectory, withPlace } from "./with-place.ts";

/**
 * Runs work on the files of a scope, sorted by path: one served file, or those below a directory ("" is the root).
 * @throws ToolError `not_relative`, or `not_served` where there is neither.
 */
export async function withScope<Result>(
	root: ConfinedRoot,
	path: string,
	work: (files: Iterable<FoundFile>) => Promise<Result>,
): Promise<Result> {
	if (path !== "") normalizeRelative(path);
	const ofFile = root.serves(path) ? await withFile(root, path, work) : undefined;
	if (ofFile !== undefined) return ofFile.result;
	return withPlace(root, path, (walk, place) => work(filesOrNothing(walkFiles(walk, place), path)));
}

/** Undefined where no served file has that path. */
function withFile<Result>(
	root: ConfinedRoot,
	path: string,
	work: (files: Iterable<FoundFile>) => Promise<Result>,
): Promise<{ readonly result: Result } | undefined> {
	const name = nameOf(path);
	return withDirectory(root, parentOf(path), async (directory) => {
		const found = directory?.lstat(name);
		if (directory === undefined || !found?.isFile()) return undefined;
		if (!isExactName({ selector: root.selector, directory, path, found: () => found })) return undefined;
		if (found.size > root.limits.maxFileBytes) return undefined;
		return { result: await work([{ path, name, directory }]) };
	});
}

/** A directory below the root that holds no served file isn't told from one that doesn't exist. */
function* filesOrNothing(files: Iterable<FoundFile>, path: string): Generator<FoundFile> {
	let isEmpty = true;
	for (const file of files) {
		isEmpty = false;
		yield file;
	}
	if (isEmpty && path !== "") throw nothingServed();
}
