import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a text so that only whoever has the same secret can read it, and nobody can change it; base64url. */
export function seal(text: string, secret: string): string {
	const nonce = randomBytes(NONCE_BYTES);
	const cipher = createCipheriv(CIPHER, keyOf(secret), nonce);
	const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
	return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** The text that was sealed with the secret; undefined for anything else. */
export function unseal(sealed: string, secret: string): string | undefined {
	const bytes = Buffer.from(sealed, "base64url");
	const [nonce, rest] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)];
	if (rest.length < TAG_BYTES) return undefined;
	try {
		const decipher = createDecipheriv(CIPHER, keyOf(secret), nonce);
		decipher.setAuthTag(rest.subarray(0, TAG_BYTES));
		return decipher.update(rest.subarray(TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
	} catch {
		return undefined;
	}
}

function keyOf(secret: string): Uint8Array {
	return new Uint8Array(hkdfSync("sha256", secret, "", "cairn seal", 32));
}
