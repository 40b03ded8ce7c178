import type { ConfinedRoot } from "../confined-root.ts";
import type { Directory } from "../fence/directory.ts";
import { openDirectoryAt } from "../fence/open-directory-at.ts";
import { normalizeRelative } from "../rules/normalize-relative.ts";
import type { Place, Walk } from "./list-entries.ts";
import { nothingServed } from "./nothing-served.ts";
import { WalkBudget } from "./walk-budget.ts";

/**
 * Runs work on the directory of a path ("" is the root), under the root's lock for walks.
 * @throws ToolError `not_relative`, or `not_served` where there is no directory or nothing that the rules could serve.
 */
export function withPlace<Result>(
	root: ConfinedRoot,
	path: string,
	work: (walk: Walk, place: Place) => Promise<Result>,
): Promise<Result> {
	return withDirectory(root, path, async (directory) => {
		if (directory === undefined) throw nothingServed();
		const walk = { root, budget: new WalkBudget(root.limits) };
		const [prefix, depth] = path === "" ? ["", 0] : [`${path}/`, path.split("/").length];
		return work(walk, { directory, prefix, depth });
	});
}

/** The same with the directory alone, or undefined where there is none. */
export function withDirectory<Result>(
	root: ConfinedRoot,
	path: string,
	work: (directory: Directory | undefined) => Promise<Result>,
): Promise<Result> {
	if (path !== "") normalizeRelative(path);
	return root.walks.hold(async () => {
		const directory = openDirectoryAt(root, path);
		try {
			return await work(directory);
		} finally {
			if (path !== "") directory?.close();
		}
	});
}
