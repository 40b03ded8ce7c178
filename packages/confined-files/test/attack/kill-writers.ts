import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

export interface KillResult {
	readonly kills: number;
	/** Times that the file held neither the one text nor the other, whole. */
	readonly torn: number;
	/** Times that the file held an older text than the last one of which the writer had been told that it is written. */
	readonly lost: number;
	/** Temporary files that the killed writers left. */
	readonly left: number;
}

const NAME = "written.txt";

/** Kills a process that writes a file over and over, at any moment, and looks at what is in it. */
export async function killWriters(folder: string, rounds: number): Promise<KillResult> {
	let torn = 0;
	let lost = 0;
	for (let round = 0; round < rounds; round++) {
		const { process: writer, answered } = await startWriter(folder, ["a", "b"]);
		await wait(Math.random() * 40);
		const closed = once(writer, "close");
		writer.kill("SIGKILL");
		await closed;
		const found = wholeText(join(folder, NAME));
		if (found === undefined) torn++;
		else if (found < answered()) lost++;
	}
	return { kills: rounds, torn, lost, left: readdirSync(folder).filter((name) => name !== NAME).length };
}

/** Two writers of one file at once; gives how often a reader in between saw anything but a whole text. */
export async function raceWriters(folder: string, reads: number): Promise<number> {
	const writers = await Promise.all([startWriter(folder, ["a"]), startWriter(folder, ["b"])]);
	try {
		let torn = 0;
		for (let read = 0; read < reads; read++) {
			if (wholeText(join(folder, NAME)) === undefined) torn++;
			if (read % 50 === 0) await wait(1);
		}
		return torn;
	} finally {
		await Promise.all(
			writers.map(async ({ process: writer }) => {
				const exit = once(writer, "exit");
				writer.kill("SIGKILL");
				await exit;
			}),
		);
	}
}

interface Writer {
	readonly process: ChildProcess;
	/** The number of the last text that it was told is written. */
	readonly answered: () => number;
}

/** Starts a writer, and waits for its first answer. */
async function startWriter(folder: string, letters: readonly string[]): Promise<Writer> {
	const program = join(import.meta.dirname, "write-forever.ts");
	const writer = spawn(process.execPath, ["--import", "tsx", program, folder, NAME, ...letters], {
		stdio: ["ignore", "pipe", "pipe"],
	});
	writer.stderr.pipe(process.stderr);
	let printed = "";
	writer.stdout.setEncoding("utf8").on("data", (text: string) => {
		printed = (printed + text).slice(-100);
	});
	await once(writer.stdout, "data");
	return { process: writer, answered: () => Number(printed.trimEnd().split("\n").at(-1)) };
}

/** The number of the text in a file; undefined where that is none, or not the whole of one. */
function wholeText(path: string): number | undefined {
	const [, number] = /^(\d+) (?:a{60000}|b{60000})$/.exec(readFileSync(path, "utf8")) ?? [];
	return number === undefined ? undefined : Number(number);
}
