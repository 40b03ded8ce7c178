import { readSync } from "node:fs";

/**
 * Reads at an offset until the buffer is full or the file ends; gives the part of the buffer that was read. `size`, where
 * it is known, spares the read that would find the end.
 */
export function readAt(fd: number, buffer: Buffer, at: { offset: number; size?: number }): Buffer {
	let length = 0;
	while (length < buffer.length) {
		const read = readSync(fd, buffer, length, buffer.length - length, at.offset + length);
		length += read;
		if (read === 0 || at.offset + length === at.size) break;
	}
	return buffer.subarray(0, length);
}
