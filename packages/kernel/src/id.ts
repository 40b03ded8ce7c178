import { randomFillSync } from "node:crypto";

/** Crockford's base32 in lower case: no i, l, o or u, so that an id survives being read aloud or copied by hand. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const CHARACTERS = 12;

/** Random bytes are dear one by one and cheap by the page. */
const pool = Buffer.alloc(CHARACTERS * 256);
let used = pool.length;

/** A short random id that a person can copy, such as `req_7h3kq0w2m5xz` (60 random bits). */
export function createId(prefix: string): string {
	if (used === pool.length) {
		randomFillSync(pool);
		used = 0;
	}
	let id = `${prefix}_`;
	for (const byte of pool.subarray(used, used + CHARACTERS)) id += ALPHABET[byte & 31];
	used += CHARACTERS;
	return id;
}
