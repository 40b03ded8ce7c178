// Plain JavaScript, its types in comments: tools/start.mjs makes a folder too, on Node versions that read no TypeScript.
import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Makes a folder, for its owner alone, with those above it that are missing. Node's own way of that, `recursive`, never ends
 * where the system says of a folder that is there that it isn't, as Linux does below /proc.
 * @param {string} path
 * @throws the system's error when it can't be made, such as `ENOENT` below /proc or `ENOTDIR` below a file
 */
export function makeFolder(path) {
	const folder = resolve(path);
	if (make(folder) !== "ENOENT" || folder === dirname(folder)) return;
	makeFolder(dirname(folder));
	const failure = make(folder);
	if (failure !== undefined)
		throw Object.assign(new Error(`${failure}: ${folder} can't be made`), { code: failure });
}

/** @param {string} folder @returns the system's word when a folder above is missing */
function make(folder) {
	try {
		mkdirSync(folder, { mode: 0o700 });
	} catch (error) {
		const code = error instanceof Error && "code" in error ? error.code : undefined;
		if (code === "ENOENT") return code;
		// Whatever else is said of a folder that is there, such as a read-only one, there's nothing to do.
		if (!isFolder(folder)) throw error;
	}
	return undefined;
}

/** @param {string} path */
function isFolder(path) {
	return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
