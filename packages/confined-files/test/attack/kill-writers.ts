import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

export interface KillResult {
	readonly kills: number;
	/** Times that the file held neither the one text nor the other, whole. */
	readonly torn: number;
	/** Temporary files that the killed writers left. */
	readonly left: number;
}

const NAME = "written.txt";

/** Kills a process that writes a file over and over, at any moment, and looks at what is in it. */
export async function killWriters(folder: string, rounds: number): Promise<KillResult> {
	let torn = 0;
	for (let round = 0; round < rounds; round++) {
		const writer = await startWriter(folder, ["a", "b"]);
		await wait(Math.random() * 40);
		const exit = once(writer, "exit");
		writer.kill("SIGKILL");
		await exit;
		if (!isWhole(join(folder, NAME))) torn++;
	}
	return { kills: rounds, torn, left: readdirSync(folder).filter((name) => name !== NAME).length };
}

/** Two writers of one file at once; gives how often a reader in between saw anything but a whole text. */
export async function raceWriters(folder: string, reads: number): Promise<number> {
	const writers = await Promise.all([startWriter(folder, ["a"]), startWriter(folder, ["b"])]);
	try {
		let torn = 0;
		for (let read = 0; read < reads; read++) {
			if (!isWhole(join(folder, NAME))) torn++;
			if (read % 50 === 0) await wait(1);
		}
		return torn;
	} finally {
		await Promise.all(
			writers.map(async (writer) => {
				const exit = once(writer, "exit");
				writer.kill("SIGKILL");
				await exit;
			}),
		);
	}
}

async function startWriter(folder: string, letters: readonly string[]): Promise<ChildProcess> {
	const program = join(import.meta.dirname, "write-forever.ts");
	const writer = spawn(process.execPath, ["--import", "tsx", program, folder, NAME, ...letters], {
		stdio: ["ignore", "pipe", "pipe"],
	});
	writer.stderr.pipe(process.stderr);
	await once(writer.stdout, "data");
	return writer;
}

function isWhole(path: string): boolean {
	return /^(?:a{60000}|b{60000})$/.test(readFileSync(path, "utf8"));
}
