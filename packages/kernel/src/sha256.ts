import { createHash } from "node:crypto";

/** The digest of a text: of one length whatever the text's, so that comparing two takes the same time. */
export function sha256(text: string): Buffer {
	return createHash("sha256").update(text).digest();
}
