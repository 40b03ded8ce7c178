import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Fault } from "../assemble-catalog.ts";
import type { InstalledScript } from "../catalog.ts";
import { LIMITS } from "../limits.ts";
import { MANIFEST_FILE, type Manifest } from "../manifest/manifest.ts";
import { type ManifestRules, parseManifest } from "../manifest/parse-manifest.ts";
import { collidingPaths } from "../script-path.ts";
import type { VersionStore } from "../versions/version-store.ts";
import type { NewFile } from "../versions/write-version.ts";
import type { ListedFile, Listing } from "./list-files.ts";

export type Evaluation =
	| GoodScript
	/** `passing` when the fault isn't in the script, so that the next look may go well. */
	| { readonly fault: Fault; readonly passing?: true }
	/** Something wrote into the folder while it was read: look again later. */
	| { readonly unsettled: true };

interface GoodScript {
	readonly script: InstalledScript;
	/** What in its manifest is likely a mistake. */
	readonly notices: readonly Fault[];
	/** Where its manifest names the tool. */
	readonly nameLine: number | undefined;
}

export interface EvaluationOptions {
	readonly name: string;
	readonly listing: Listing;
	readonly rules: ManifestRules;
	readonly store: VersionStore;
}

/** Reads a script's folder as it was listed, checks it, and keeps a copy of it as a version. */
export async function evaluateScript({
	name,
	listing,
	rules,
	store,
}: EvaluationOptions): Promise<Evaluation> {
	const fault = listing.fault ?? listingFault(listing);
	if (fault !== undefined) return { fault };
	const written = findFile(listing, MANIFEST_FILE);
	if (written === undefined) return { fault: missingManifest(listing) };
	if (written.size > LIMITS.manifestBytes) return { fault: hugeManifest() };
	const bytes = await readFile(written.location);
	const parsed = parseManifest(bytes, rules);
	if ("fault" in parsed) return { fault: { file: MANIFEST_FILE, ...parsed.fault } };
	const badExec = execFault(parsed.manifest, listing);
	if (badExec !== undefined) return { fault: badExec };
	const files = listing.files.map((file) => toNewFile(file, parsed.manifest));
	const version = await store.install(name, files);
	if (version.digests[MANIFEST_FILE]?.sha256 !== createHash("sha256").update(bytes).digest("hex")) {
		return { unsettled: true };
	}
	return {
		script: { ...version, manifest: parsed.manifest, files: listing.files.map(({ path }) => path) },
		notices: parsed.notices.map((notice) => ({ file: MANIFEST_FILE, ...notice })),
		nameLine: parsed.nameLine,
	};
}

function listingFault(listing: Listing): Fault | undefined {
	const twins = collidingPaths(listing.files.map(({ path }) => path));
	if (twins === undefined) return undefined;
	return { file: twins[1], reason: `On a Mac ${twins[0]} and ${twins[1]} are one file; rename one of them.` };
}

function missingManifest(listing: Listing): Fault {
	const other = listing.files.find(({ path }) => /^manifest\.(ya?ml|json)$/i.test(path));
	const reason =
		other === undefined
			? `There is no ${MANIFEST_FILE}; write one, or move the folder out of the catalog.`
			: `There is no ${MANIFEST_FILE}; rename ${other.path} to that.`;
	return { file: MANIFEST_FILE, reason };
}

function hugeManifest(): Fault {
	return {
		file: MANIFEST_FILE,
		reason: `A manifest may have at most ${LIMITS.manifestBytes / 1024} KiB; this one has more.`,
	};
}

function execFault({ exec }: Manifest, listing: Listing): Fault | undefined {
	const file = findFile(listing, exec);
	const outward = listing.outward.some((link) => exec === link || exec.startsWith(`${link}/`));
	if (outward || file?.link) {
		return {
			file: exec,
			reason: "exec must be a regular file, and this is a link; copy the program into the folder.",
		};
	}
	if (file === undefined) {
		return {
			file: MANIFEST_FILE,
			reason: `exec names ${exec}, which is no file of this script; it takes a path such as ./run.sh, without arguments.`,
		};
	}
	return file.size === 0 ? { file: exec, reason: "The program is empty; write it." } : undefined;
}

/** The program is executable whatever its file system says: on a network mount the bits often can't be set. */
function toNewFile({ path, location, executable }: ListedFile, { exec }: Manifest): NewFile {
	return {
		path,
		executable: executable || path === exec,
		read: async () => createReadStream(location),
		copyOf: async () => location,
	};
}

function findFile(listing: Listing, path: string): ListedFile | undefined {
	return listing.files.find((file) => file.path === path);
}
