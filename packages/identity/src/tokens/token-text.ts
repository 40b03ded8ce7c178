import { createHash, randomBytes } from "node:crypto";
import { createId } from "@cairn/kernel";

/** Tokens look like `cairn_<id>_<secret>`: the id is public, the secret is 32 random bytes in base64url. */
const TOKEN = /^cairn_([0-9a-z]{12})_([A-Za-z0-9_-]{43})$/;
const SECRET_BYTES = 32;

export interface TokenParts {
	readonly id: string;
	readonly secret: string;
}

/** The parts of a text that has the form of a token; undefined for any other. */
export function parseToken(text: string): TokenParts | undefined {
	const [, id, secret] = TOKEN.exec(text) ?? [];
	return id === undefined || secret === undefined ? undefined : { id, secret };
}

/** Whether a text is an agent's token by its form, such as one that was given in place of the shared one. */
export function looksLikeToken(text: string): boolean {
	return text.startsWith("cairn_");
}

export function formatToken({ id, secret }: TokenParts): string {
	return `cairn_${id}_${secret}`;
}

export function newTokenId(): string {
	return createId("t").slice(2);
}

export function newSecret(): string {
	return randomBytes(SECRET_BYTES).toString("base64url");
}

/** What is kept of a secret: its SHA-256, hexadecimal. Enough for 32 random bytes, which nobody can guess. */
export function hashSecret(secret: string): string {
	return createHash("sha256").update(secret).digest("hex");
}
