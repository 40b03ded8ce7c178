import type { ConfinedRoot } from "../confined-root.ts";
import { nameOf } from "../rules/path-parts.ts";
import type { Directory } from "./directory.ts";
import { isExactName } from "./is-exact-name.ts";
import { keepOpen } from "./keep-open.ts";

/**
 * Opens the directory of a path, one segment after the other and following no link; "" is the root itself, which the
 * caller must not close. Undefined where there is none, or where the rules serve nothing below: then nothing is looked at.
 */
export function openDirectoryAt(root: ConfinedRoot, path: string): Directory | undefined {
	const top = root.directory;
	if (path === "") return top;
	let directory: Directory | undefined = top;
	let end = -1;
	do {
		const above: Directory = directory;
		const start = end + 1;
		end = path.indexOf("/", start);
		const stop = end === -1 ? path.length : end;
		try {
			directory = root.selector.mayHold(path.slice(0, stop))
				? exactChild(root, above, path.slice(0, stop))
				: undefined;
		} finally {
			if (above !== top) above.close();
		}
	} while (directory !== undefined && end !== -1);
	return directory;
}

function exactChild({ selector }: ConfinedRoot, directory: Directory, path: string): Directory | undefined {
	const child = directory.child(nameOf(path));
	if (child === undefined) return undefined;
	return keepOpen(
		() => child.close(),
		() => (isExactName({ selector, directory, path, found: () => child.identity }) ? child : undefined),
	);
}
