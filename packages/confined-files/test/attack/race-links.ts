import { spawn } from "node:child_process";
import { once } from "node:events";
import { lstatSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { createFilesToolset } from "../../src/files-toolset.ts";
import { openRoot, ToolError } from "../../src/index.ts";
import { plant } from "../open-files.ts";

/** Stands in every file outside the root, and in none inside. */
const SECRET = "SECRET";
const CALLS: ReadonlyArray<readonly [tool: string, input: Readonly<Record<string, unknown>>]> = [
	["read_text_file", { path: "dir/in/x.md" }],
	["read_text_file", { path: "top/mid/low/x.md" }],
	["read_text_file", { path: "file.md" }],
	["search_text", { query: SECRET }],
	["search_text", { query: SECRET, path: "top/mid" }],
	["list_directory", { path: "dir/in" }],
	["search_files", { query: "outside" }],
];
/** Made last on the disk each time, so it is called in one round of so many. */
const WRITE: (typeof CALLS)[number] = ["write_text_file", { path: "file.md", content: "inside" }];
const ROUNDS_PER_WRITE = 20;

export interface RaceResult {
	/** Calls that were answered, and that were refused: where both are many, the swapping met the calls. */
	readonly answered: number;
	readonly refused: number;
	/** Answers that held anything of what is outside. */
	readonly leaked: number;
	/** How often a reader that checks first and then opens was led outside, over the same time. */
	readonly naiveLeaks: number;
}

/**
 * Calls every tool while another process swaps the directories and files on the way for links. Goes on after so many rounds
 * until calls have met both: on a busy machine the other process may not have had its turn by then.
 */
export async function raceLinks(folder: string, rounds: number): Promise<RaceResult> {
	plantTree(folder);
	const attacker = spawn(process.execPath, [join(import.meta.dirname, "swap-links.mjs"), folder], {
		stdio: ["ignore", "pipe", "pipe"],
	});
	attacker.stderr.pipe(process.stderr);
	try {
		await once(attacker.stdout, "data");
		return await callMeanwhile(folder, rounds);
	} finally {
		const exit = once(attacker, "exit");
		attacker.kill("SIGKILL");
		await exit;
	}
}

function plantTree(folder: string): void {
	plant(folder, {
		"root/dir/in/x.md": "inside",
		"root/top/mid/low/x.md": "inside",
		"root/file.md": "inside",
		"out/in/x.md": SECRET,
		"out/in/outside.md": SECRET,
		"out/low/x.md": SECRET,
		"out/file.md": SECRET,
	});
	mkdirSync(join(folder, "root"), { recursive: true });
	symlinkSync(join(folder, "out"), join(folder, "root/dir.link"));
	symlinkSync(join(folder, "out"), join(folder, "root/top/mid.link"));
	symlinkSync(join(folder, "out/file.md"), join(folder, "root/file.md.link"));
}

async function callMeanwhile(folder: string, rounds: number): Promise<RaceResult> {
	using root = openRoot({ root: join(folder, "root"), include: ["**"] });
	const toolset = createFilesToolset(root);
	const result = { answered: 0, refused: 0, leaked: 0, naiveLeaks: 0 };
	const hasMetBoth = () => result.answered > 100 && result.refused > 0;
	for (let round = 0; round < rounds || !hasMetBoth(); round++) {
		const calls = round % ROUNDS_PER_WRITE === 0 ? [...CALLS, WRITE] : CALLS;
		for (const [tool, input] of calls) await callOnce(() => toolset.call(tool, input), result);
		if (readNaively(join(folder, "root/dir/in/x.md"))?.includes(SECRET)) result.naiveLeaks++;
	}
	if (readFileSync(join(folder, "out/file.md"), "utf8") !== SECRET) result.leaked++;
	return result;
}

async function callOnce(
	call: () => Promise<unknown>,
	result: { answered: number; refused: number; leaked: number },
) {
	try {
		const answer = JSON.stringify(await call());
		result.answered++;
		if (answer.includes(SECRET) || answer.includes("outside")) result.leaked++;
	} catch (error) {
		if (!(error instanceof ToolError)) throw error;
		result.refused++;
	}
}

/** What many a file server does: look whether the way leads through links, then open it. */
function readNaively(path: string): string | undefined {
	try {
		const parts = path.split("/");
		for (let length = 2; length <= parts.length; length++) {
			if (lstatSync(parts.slice(0, length).join("/")).isSymbolicLink()) return undefined;
		}
		return readFileSync(path, "utf8");
	} catch {
		return undefined;
	}
}
