import { createHash } from "node:crypto";

/** A short id for the row of a name, by which the row keeps its focus when others come before it. */
export function rowId(name: string): string {
	return `r-${createHash("sha256").update(name).digest("base64url").slice(0, 8)}`;
}
