const NEWLINE = 10;

/** How many lines end in a stretch of bytes. */
export function countNewlines(bytes: Uint8Array, start: number, end: number): number {
	let count = 0;
	for (let index = start; index < end; index++) if (bytes[index] === NEWLINE) count++;
	return count;
}
