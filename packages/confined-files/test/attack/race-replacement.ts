import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { openFiles, textOf } from "../open-files.ts";

/** Reads a file that another process replaces all the time; gives each text and refusal that came of it. */
export async function raceReplacement(reads: number): Promise<string[]> {
	const { folder, read } = openFiles({ "a.md": "whole" });
	const attacker = spawn(
		process.execPath,
		[join(import.meta.dirname, "replace-file.mjs"), join(folder, "a.md")],
		{ stdio: ["ignore", "pipe", "inherit"] },
	);
	try {
		await once(attacker.stdout, "data");
		const seen = new Set<string>();
		for (let count = 0; count < reads; count++) {
			const text = read("read_text_file", { path: "a.md" }).then(({ items }) => textOf(items));
			seen.add(await text.catch((error: Error) => error.message));
		}
		return [...seen];
	} finally {
		const exit = once(attacker, "exit");
		attacker.kill("SIGKILL");
		await exit;
	}
}
