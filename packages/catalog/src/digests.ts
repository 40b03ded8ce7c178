import { createHash } from "node:crypto";
import type { BrokenScript, CatalogScript, FileDigest } from "./catalog.ts";

/** Order by UTF-16 code unit, the same on every machine whatever its language. */
export function byCodeUnit(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}

/** The digest of one version of a script: over its name and the names, bytes and exec bits of its files. */
export function scriptDigest({ name, digests }: Pick<CatalogScript, "name" | "digests">): string {
	const hash = createHash("sha256").update(`cairn-script-1\0${name}\n`);
	for (const path of Object.keys(digests).sort(byCodeUnit)) {
		const { sha256, size, executable } = digests[path] as FileDigest;
		hash.update(`${path}\0${executable ? "x" : "-"}\0${size}\0${sha256}\n`);
	}
	return hash.digest("hex");
}

/**
 * The version of a catalog. What is broken counts too, as it's told with the catalog; where nothing is, this is a digest
 * of names, bytes and exec bits alone.
 */
export function catalogVersion(
	scripts: readonly { readonly name: string; readonly digest: string }[],
	broken: readonly BrokenScript[],
): string {
	const hash = createHash("sha256").update("cairn-catalog-1\n");
	for (const { name, digest } of [...scripts].sort((a, b) => byCodeUnit(a.name, b.name))) {
		hash.update(`${name}\0${digest}\n`);
	}
	for (const { dir, file, line, reason, serving } of broken) {
		hash.update(`!${JSON.stringify([dir, file, line ?? 0, reason, serving])}\n`);
	}
	return hash.digest("hex");
}

/** What is broken in a stable order. */
export function sortBroken(broken: readonly BrokenScript[]): readonly BrokenScript[] {
	return [...broken].sort((a, b) => byCodeUnit(a.dir, b.dir) || byCodeUnit(a.file, b.file));
}
