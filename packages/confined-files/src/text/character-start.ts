/** A character's first byte is followed by at most so many. */
const MAX_CONTINUATION = 3;

/** The last offset up to `end` at which no UTF-8 character is cut; `end` itself where the bytes are none. */
export function characterStart(bytes: Uint8Array, end: number): number {
	if (end >= bytes.length) return bytes.length;
	for (let cut = end; cut > 0 && cut >= end - MAX_CONTINUATION; cut--) {
		if (!isContinuation(bytes[cut])) return cut;
	}
	return end;
}

function isContinuation(byte: number | undefined): boolean {
	return byte !== undefined && (byte & 0xc0) === 0x80;
}
