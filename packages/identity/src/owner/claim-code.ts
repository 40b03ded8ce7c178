import { randomFillSync } from "node:crypto";
import { hashSecret } from "../tokens/token-text.ts";

/** Crockford's base32: no I, L, O or U, so that a code can be read from a screen and typed. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const GROUPS = 4;
const GROUP_CHARACTERS = 4;

/** A new claim code: 80 random bits, such as `7h3k-q0w2-m5xz-9bcd`. */
export function newClaimCode(): string {
	const bytes = randomFillSync(Buffer.alloc(GROUPS * GROUP_CHARACTERS));
	const characters = [...bytes].map((byte) => ALPHABET[byte & 31]).join("");
	return characters.replace(/.{4}(?!$)/g, "$&-");
}

/** What is kept of a claim code, and compared: however it was typed, with or without hyphens, with an o for the 0. */
export function hashClaimCode(typed: string): string {
	const code = typed.toLowerCase().replace(/[\s-]/g, "").replaceAll("o", "0").replace(/[il]/g, "1");
	return hashSecret(code);
}
