/**
 * Swaps files and directories of a root for links that lead outside, and back, as fast as it can, until it is killed or
 * left alone.
 * It prints one line once it has begun.
 */
import { renameSync } from "node:fs";
import { join } from "node:path";

const [folder] = process.argv.slice(2);
const at = (name) => join(folder, name);

function exchange(name) {
	renameSync(at(name), at(`${name}.aside`));
	renameSync(at(`${name}.link`), at(name));
	renameSync(at(name), at(`${name}.link`));
	renameSync(at(`${name}.aside`), at(name));
}

const parent = process.ppid;
for (let round = 0; process.ppid === parent; round++) {
	for (const name of ["root/dir", "root/top/mid", "root/file.md"]) exchange(name);
	if (round === 0) process.stdout.write("swapping\n");
}
