import { createHash, timingSafeEqual } from "node:crypto";

/** Compares two secrets so that neither what is in them nor how long they are shows in the time that it takes. */
export function equalSecrets(one: string, other: string): boolean {
	return timingSafeEqual(digest(one), digest(other));
}

function digest(text: string): Buffer {
	return createHash("sha256").update(text).digest();
}
