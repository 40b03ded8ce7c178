import { type Store, scriptVersions } from "@cairn/store";
import type { InstalledScript } from "../catalog.ts";
import { byCodeUnit } from "../digests.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { VersionStore } from "../versions/version-store.ts";

export interface RestoreOptions {
	readonly store: Store;
	readonly versions: VersionStore;
}

/**
 * Lays out a version from the bytes that the store keeps, checked against their digests; undefined when the store
 * doesn't keep it whole.
 */
export async function restoreVersion(
	digest: string,
	{ store, versions }: RestoreOptions,
): Promise<InstalledScript | undefined> {
	const row = await scriptVersions.findScriptVersion(store.read, digest);
	if (row === undefined || row.pruned_at !== null) return undefined;
	const files = await scriptVersions.listScriptFiles(store.read, digest);
	const newFiles = files.map(({ path, sha256, bytes, executable }) => ({
		path,
		executable: executable === 1,
		expected: { sha256, size: bytes, executable: executable === 1 },
		read: async () => contentOf(store, sha256),
	}));
	const installed = await versions.install(row.dir, newFiles);
	// The manifest was checked when it was kept, and its bytes are under the digest.
	const manifest: Manifest = JSON.parse(row.manifest);
	const script = { ...installed, manifest, files: files.map(({ path }) => path).sort(byCodeUnit) };
	return script.digest === digest ? script : undefined;
}

async function* contentOf(store: Store, sha256: string): AsyncGenerator<Uint8Array> {
	const content = await scriptVersions.findScriptContent(store.read, sha256);
	if (content !== undefined) yield content;
}
