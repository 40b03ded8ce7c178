import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * The token by which forms of a session are known: made from the session's own secret, so that nothing has to be kept and
 * it ends with the session.
 */
export function csrfToken(sessionSecret: string): string {
	return createHmac("sha256", sessionSecret).update("cairn form").digest("base64url");
}

export function isCsrfToken(given: string, sessionSecret: string): boolean {
	const [left, right] = [Buffer.from(given), Buffer.from(csrfToken(sessionSecret))];
	return left.length === right.length && timingSafeEqual(left, right);
}
