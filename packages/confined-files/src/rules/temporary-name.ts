import { randomBytes } from "node:crypto";

const TEMPORARY = /^\.cairn-write-[0-9a-f]{16}\.tmp$/;

/** A name in the root for a file that is being written; such names are never served. */
export function temporaryName(): string {
	return `.cairn-write-${randomBytes(8).toString("hex")}.tmp`;
}

export function isTemporaryName(path: string): boolean {
	return path.startsWith(".cairn-write-") && TEMPORARY.test(path);
}
