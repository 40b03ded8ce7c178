import { createHmac } from "node:crypto";
import { equalSecrets } from "../equal-secrets.ts";
import { newSecret } from "../tokens/token-text.ts";

/** An id and the proof that this server gave it: `<id>.<HMAC-SHA-256>`, both base64url. */
const KNOWN_BROWSER = /^([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/;

/**
 * What a browser keeps in which the owner has signed in: by it, its guesses are counted apart from everybody else's, so
 * that others who guess can't lock the owner out of it. It opens nothing. The key is made from the kept hash of the
 * password, so that nothing has to be stored, and another password ends all that were given before.
 */
export function newKnownBrowser(passwordHash: string): string {
	const id = newSecret();
	return `${id}.${proofOf(id, passwordHash)}`;
}

/** The id of a browser that holds what this server gave it; undefined for anything else. */
export function knownBrowserId(value: string | undefined, passwordHash: string): string | undefined {
	const [, id = "", proof = ""] = KNOWN_BROWSER.exec(value ?? "") ?? [];
	return id !== "" && equalSecrets(proof, proofOf(id, passwordHash)) ? id : undefined;
}

function proofOf(id: string, passwordHash: string): string {
	return createHmac("sha256", passwordHash).update(`cairn known browser ${id}`).digest("base64url");
}
