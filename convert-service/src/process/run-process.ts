import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import type { Command } from "../fence/isolation.ts";
import { killGroup, type ProcessOptions, startProcess } from "./engine-process.ts";

export interface ProcessResult {
	/** Null when a signal ended it. */
	readonly exitCode: number | null;
	readonly stdout: Buffer;
	readonly stderr: string;
}

export interface RunOptions extends ProcessOptions {
	readonly signal: AbortSignal;
}

/** What a program may print; more ends it. */
export const MOST_BYTES = 2 ** 28;
const MOST_ERROR_BYTES = 2 ** 16;

/**
 * Runs a program to its end, with nothing on its input.
 * @throws the signal's reason when that fires, by which the whole process group is ended, and an error with code ENOENT
 * when there is no such program.
 */
export async function runProcess(command: Command, options: RunOptions): Promise<ProcessResult> {
	options.signal.throwIfAborted();
	const child = startProcess(command, options);
	const kill = () => child.pid !== undefined && killGroup(child.pid);
	options.signal.addEventListener("abort", kill);
	try {
		child.stdin?.end();
		const [stdout, stderr, exitCode] = await Promise.all([
			collect(child.stdout, MOST_BYTES, kill),
			collect(child.stderr, MOST_ERROR_BYTES, () => {}),
			ended(child),
		]);
		options.signal.throwIfAborted();
		return { exitCode, stdout, stderr: stderr.toString("utf8") };
	} finally {
		options.signal.removeEventListener("abort", kill);
		kill();
	}
}

function ended(child: ChildProcess): Promise<number | null> {
	return new Promise((resolve, reject) => {
		child.once("error", reject);
		child.once("close", resolve);
	});
}

async function collect(stream: Readable | null, most: number, whenMore: () => void): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of stream ?? []) {
		length += chunk.length;
		if (length <= most) chunks.push(chunk);
		else whenMore();
	}
	return Buffer.concat(chunks);
}
