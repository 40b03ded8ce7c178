import { randomBytes } from "node:crypto";

const TEMPORARY = /(?:^|\/)\.cairn-write-[0-9a-f]{16}\.tmp$/;

/** A name in the root for a file that is being written; such names are never served. */
export function temporaryName(): string {
	return `.cairn-write-${randomBytes(8).toString("hex")}.tmp`;
}

/** In any directory, since that may be the root of another server. */
export function isTemporaryName(path: string): boolean {
	return path.endsWith(".tmp") && TEMPORARY.test(path);
}
