import type { Readable } from "node:stream";
import type { CappedOutput } from "./capped-output.ts";
import type { FreshFile } from "./fresh-file.ts";

/** The most of a stream that its log keeps, bytes. */
const MAX_LOG_BYTES = 10 * 1024 * 1024;

export interface LogStreamOptions {
	readonly log: FreshFile;
	readonly output: CappedOutput;
	readonly onChunk?: ((chunk: Buffer) => void) | undefined;
}

/**
 * Reads a stream to its end: its first megabytes into a log, its first and last part into memory. Reads only as fast as it
 * writes, so a flood takes no memory. A log that can't be written any further is no reason to stop the script.
 */
export async function logStream(stream: Readable, { log, output, onChunk }: LogStreamOptions): Promise<void> {
	let room = MAX_LOG_BYTES;
	try {
		for await (const chunk of stream as AsyncIterable<Buffer>) {
			output.push(chunk);
			onChunk?.(chunk);
			if (room <= 0) continue;
			const part = chunk.subarray(0, room);
			room -= part.length;
			try {
				log.write(part);
			} catch {
				room = 0;
			}
		}
	} catch {
		// The stream was closed under a process that outlived the script.
	}
}
