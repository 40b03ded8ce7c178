/** Writes two texts in turn to a file of a root until it is killed or left alone; prints one line after the first write. */
import { createFilesToolset } from "../../src/files-toolset.ts";
import { openRoot } from "../../src/open-root.ts";

const [folder = "", name = "", ...letters] = process.argv.slice(2);
const toolset = createFilesToolset(openRoot({ root: folder, include: ["**"] }));
const parent = process.ppid;
for (let round = 0; process.ppid === parent; round++) {
	const letter = letters[round % letters.length] ?? "x";
	await toolset.call("write_text_file", { path: name, content: letter.repeat(60_000) });
	if (round === 0) process.stdout.write("writing\n");
}
