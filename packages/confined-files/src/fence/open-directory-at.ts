import type { ConfinedRoot } from "../confined-root.ts";
import type { Directory } from "./directory.ts";
import { isExactName } from "./is-exact-name.ts";

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
		const start = end + 1;
		end = path.indexOf("/", start);
		const stop = end === -1 ? path.length : end;
		const child: Directory | undefined = root.selector.mayHold(path.slice(0, stop))
			? exactChild(directory, path.slice(start, stop))
			: undefined;
		if (directory !== top) directory.close();
		directory = child;
	} while (directory !== undefined && end !== -1);
	return directory;
}

function exactChild(directory: Directory, name: string): Directory | undefined {
	return isExactName(directory, name) ? directory.child(name) : undefined;
}
