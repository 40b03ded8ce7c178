import { lstatSync } from "node:fs";
import { isAbsolute } from "node:path";
import { CairnError } from "@cairn/kernel";

/**
 * Sees that the root of files exists. What opens it names no path, since it is a library too; whoever typed one needs to
 * see which it was, and from where a relative one was looked for.
 * @throws CairnError `invalid_input` where there is nothing of that name
 */
export function requireRoot(root: string): void {
	if (root === "" || !isMissing(root)) return;
	throw new CairnError(
		"invalid_input",
		`--root does not exist: there is no ${JSON.stringify(root)}${placeOf(root)}. Create it or name another one.`,
	);
}

/** From where a relative path was looked for. */
function placeOf(root: string): string {
	if (isAbsolute(root)) return "";
	try {
		return ` in ${JSON.stringify(process.cwd())}`;
	} catch {
		return " in the working directory, which was removed";
	}
}

function isMissing(path: string): boolean {
	try {
		lstatSync(path);
		return false;
	} catch (error) {
		const code = error instanceof Error && "code" in error ? error.code : undefined;
		return code === "ENOENT" || code === "ENOTDIR";
	}
}
