/**
 * Writes two texts in turn to a file of a root until it is killed or left alone, each with its number before it; prints the
 * number of each that was answered.
 */
import { writeSync } from "node:fs";
import { createFilesToolset } from "../../src/files-toolset.ts";
import { openRoot } from "../../src/open-root.ts";

const [folder = "", name = "", ...letters] = process.argv.slice(2);
const toolset = createFilesToolset(openRoot({ root: folder, include: ["**"] }));
const parent = process.ppid;
for (let round = 0; process.ppid === parent; round++) {
	const letter = letters[round % letters.length] ?? "x";
	const content = `${round} ${letter.repeat(60_000)}`;
	await toolset.call("write_text_file", { path: name, content });
	// At once, also where the process is killed in this moment.
	writeSync(process.stdout.fd, `${round}\n`);
}
