/**
 * Replaces a file by its like, by a rename, as fast as it can, until it is killed or left alone. It prints one line once it
 * has begun.
 */
import { renameSync, writeFileSync } from "node:fs";

const [file] = process.argv.slice(2);
const parent = process.ppid;
for (let round = 0; process.ppid === parent; round++) {
	writeFileSync(`${file}.new`, "whole");
	renameSync(`${file}.new`, file);
	if (round === 0) process.stdout.write("replacing\n");
}
