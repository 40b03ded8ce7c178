import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { CairnError } from "@cairn/kernel";

const WRITTEN = /^ed25519:([A-Za-z0-9_-]{43})$/;

/** An Ed25519 public key as people copy it: `ed25519:` and 43 characters. */
export type PublicKeyText = string & { readonly brand: "ed25519 public key" };

/**
 * Reads a public key from a setting, a file or a server.
 * @throws CairnError `invalid_input` for anything that isn't one.
 */
export function parsePublicKey(text: string): PublicKeyText {
	const trimmed = text.trim();
	if (WRITTEN.test(trimmed)) return trimmed as PublicKeyText;
	throw new CairnError(
		"invalid_input",
		"A registry's key is written as ed25519: and 43 letters, digits, dashes and underscores; copy it from the registry's log or admin page.",
	);
}

/** Writes the public half of a key out. */
export function publicKeyText(key: KeyObject): PublicKeyText {
	const { x } = createPublicKey(key).export({ format: "jwk" });
	return `ed25519:${x}` as PublicKeyText;
}

/** Whether a signature (base64url) over some bytes was made with the private half of a key. */
export function isSignedBy(key: PublicKeyText, bytes: Uint8Array, signature: string): boolean {
	const x = WRITTEN.exec(key)?.[1] ?? "";
	const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
	return verify(null, bytes, publicKey, Buffer.from(signature, "base64url"));
}
