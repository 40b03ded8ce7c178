import { createHash } from "node:crypto";

/** SHA-256 of a text's UTF-8 bytes, hexadecimal, as the store keeps it. */
export function digestOf(text: string): string {
	return createHash("sha256").update(text, "utf8").digest("hex");
}
