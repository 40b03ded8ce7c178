import { lstat, readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { byCodeUnit } from "../digests.ts";
import { isDropping, isScriptName } from "../script-path.ts";
import { type FileNote, type Listing, listFiles } from "./list-files.ts";

export interface ScriptFolders {
	/** What could be scripts, sorted. */
	readonly names: readonly string[];
	/** The device and inode of the folder; undefined when it was exchanged while it was read. */
	readonly identity: string | undefined;
}

/** The names in a scripts folder, and which folder it is. */
export async function scriptFolders(folder: string): Promise<ScriptFolders> {
	const place = await realpath(folder);
	const before = await identityOf(place);
	const entries = await readdir(place, { withFileTypes: true });
	const names = entries
		.filter((entry) => (entry.isDirectory() || entry.isSymbolicLink()) && !isDropping(entry.name))
		.map(({ name }) => name)
		.sort(byCodeUnit);
	return { names, identity: (await identityOf(place)) === before ? before : undefined };
}

async function identityOf(place: string): Promise<string> {
	const { dev, ino } = await stat(place, { bigint: true });
	return `${dev}:${ino}`;
}

/** What a script's folder holds; undefined when it's gone, empty or no folder. */
export async function lookAtScript(root: string, name: string): Promise<Listing | undefined> {
	const folder = join(root, name);
	const found = await lstat(folder).catch(() => undefined);
	if (found === undefined) return undefined;
	const fault = nameFault(name) ?? (found.isSymbolicLink() ? linkFault() : undefined);
	if (fault !== undefined) return unusable(fault);
	if (!found.isDirectory()) return undefined;
	const listing = await listFiles(folder);
	const empty = listing.files.length === 0 && listing.notes.length === 0 && listing.fault === undefined;
	return empty ? undefined : listing;
}

function unusable(fault: FileNote): Listing {
	return { files: [], notes: [], outward: [], fault, changedAt: 0, fingerprint: fault.reason };
}

function nameFault(name: string): FileNote | undefined {
	if (isScriptName(name)) return undefined;
	const reason = "A script's folder is named with letters, digits, dots, dashes and underscores; rename it.";
	return { file: "", reason };
}

function linkFault(): FileNote {
	return { file: "", reason: "The script's folder is a link; put the folder itself into the catalog." };
}
