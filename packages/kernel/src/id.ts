import { randomBytes } from "node:crypto";

/** Crockford's base32 in lower case: no i, l, o or u, so that an id survives being read aloud or copied by hand. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** A short random id that a person can copy, such as `req_7h3kq0w2m5xz` (60 random bits). */
export function createId(prefix: string): string {
	let id = `${prefix}_`;
	for (const byte of randomBytes(12)) id += ALPHABET[byte & 31];
	return id;
}
