import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const IMPORT = /^@import "(.+)";$/gm;

/**
 * Reads a stylesheet with the files that it imports in their places, so that a browser asks for one. Those lie in folders
 * beside it; an address in them that leads out of theirs holds in the whole.
 */
export function readStylesheet(file: string): string {
	return readFileSync(file, "utf8").replaceAll(IMPORT, (_, name: string) =>
		readFileSync(join(dirname(file), name), "utf8").replaceAll('url("../', 'url("'),
	);
}
