import { copyFileSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { isProgram } from "./is-program.mjs";

const PARTS = join(import.meta.dirname, "script-parts");
const SCRIPTS = join(import.meta.dirname, "..", "scripts");

/**
 * The files that scripts have in common: `part` is the one that is edited, `copy` one of a script's own, as each script is
 * delivered and runs alone.
 */
export function sharedScriptParts() {
	const names = readdirSync(PARTS);
	return readdirSync(SCRIPTS, { recursive: true })
		.filter((path) => names.includes(basename(path)))
		.map((path) => ({ part: join(PARTS, basename(path)), copy: join(SCRIPTS, path) }));
}

/** Whether a copy is the same as its part. */
export function isCurrent({ part, copy }) {
	return readFileSync(part).equals(readFileSync(copy));
}

if (isProgram(import.meta.url)) {
	const stale = sharedScriptParts().filter((shared) => !isCurrent(shared));
	for (const { part, copy } of stale) copyFileSync(part, copy);
	process.stdout.write(`${stale.length} copies brought up to date.\n`);
}
