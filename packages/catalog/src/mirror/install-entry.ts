import { join } from "node:path";
import type { Fault } from "../assemble-catalog.ts";
import type { InstalledScript } from "../catalog.ts";
import { byCodeUnit, scriptDigest } from "../digests.ts";
import { MANIFEST_FILE } from "../manifest/manifest.ts";
import { type ManifestRules, parseManifest } from "../manifest/parse-manifest.ts";
import { readDigested } from "../versions/check-version.ts";
import type { VersionStore } from "../versions/version-store.ts";
import { type Entry, entryFault } from "./check-entry.ts";
import type { RegistryClient } from "./registry-client.ts";

export type EntryResult = { readonly script: InstalledScript } | { readonly fault: Fault };

export interface InstallOptions {
	readonly client: Pick<RegistryClient, "file">;
	readonly store: VersionStore;
	readonly rules: ManifestRules;
	/** The version that is there now, whose equal files needn't be fetched. */
	readonly before: InstalledScript | undefined;
	/** Ends the fetching. */
	readonly signal: AbortSignal;
}

/**
 * Fetches a script of a registry and puts it in its place when every byte is as the signed catalog says.
 * @throws CairnError for a registry that is away or sends other bytes; what the file system throws.
 */
export async function installEntry(
	entry: Entry,
	{ client, store, rules, before, signal }: InstallOptions,
): Promise<EntryResult> {
	const fault = entryFault(entry);
	if (fault !== undefined) return { fault };
	const files = Object.entries(entry.digests).map(([path, expected]) => ({
		path,
		executable: expected.executable,
		expected,
		read: async () => client.file({ script: entry.name, path, signal }),
		copyOf: () => localCopy(before, path, expected.sha256),
	}));
	await store.install(entry.name, files);
	return readInstalled(entry, { store, rules });
}

/** A script whose files are in their place, by the manifest in them. */
export async function readInstalled(
	entry: Entry,
	{ store, rules }: Pick<InstallOptions, "store" | "rules">,
): Promise<EntryResult> {
	const fault = entryFault(entry);
	if (fault !== undefined) return { fault };
	const digest = scriptDigest(entry);
	const folder = store.folderOf(entry.name, digest);
	const manifestDigest = entry.digests[MANIFEST_FILE];
	const bytes = manifestDigest && (await readDigested(join(folder, MANIFEST_FILE), manifestDigest));
	if (bytes === undefined)
		return { fault: { file: MANIFEST_FILE, reason: "The cached copy is damaged; it's fetched again." } };
	const parsed = parseManifest(bytes, rules);
	if ("fault" in parsed) return { fault: { file: MANIFEST_FILE, ...parsed.fault } };
	const { manifest } = parsed;
	if (!Object.hasOwn(entry.digests, manifest.exec)) {
		return {
			fault: { file: MANIFEST_FILE, reason: `exec names ${manifest.exec}, which is no file of this script.` },
		};
	}
	const files = Object.keys(entry.digests).sort(byCodeUnit);
	return { script: { name: entry.name, digest, digests: entry.digests, folder, manifest, files } };
}

/** The file of the version that is there with the same bytes, when they are still right. */
async function localCopy(
	before: InstalledScript | undefined,
	path: string,
	sha256: string,
): Promise<string | undefined> {
	if (before === undefined || !Object.hasOwn(before.digests, path)) return undefined;
	const digest = before.digests[path];
	if (digest === undefined || digest.sha256 !== sha256) return undefined;
	const location = join(before.folder, path);
	return (await readDigested(location, digest)) === undefined ? undefined : location;
}
