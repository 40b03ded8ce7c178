import type { BigIntStats } from "node:fs";

/** What tells a file from another one, and from itself before a change. */
export type Identity = Pick<BigIntStats, "size" | "mtimeNs" | "ctimeNs" | "ino" | "dev">;

/** The same inode, whatever it holds by now. */
export function isSameFile(a: Identity, b: Identity): boolean {
	return a.ino === b.ino && a.dev === b.dev;
}

/** The same inode, unchanged as far as size and nanosecond times tell. */
export function isUnchanged(a: Identity, b: Identity): boolean {
	return isSameFile(a, b) && a.size === b.size && a.mtimeNs === b.mtimeNs && a.ctimeNs === b.ctimeNs;
}
