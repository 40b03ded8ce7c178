import { lstat, readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { byCodeUnit } from "../digests.ts";
import { isDropping, isScriptName } from "../script-path.ts";
import { type FileNote, type Listing, listFiles } from "./list-files.ts";

/** The names in a scripts folder that could be scripts, sorted. */
export async function scriptFolders(folder: string): Promise<readonly string[]> {
	const entries = await readdir(await realpath(folder), { withFileTypes: true });
	return entries
		.filter((entry) => (entry.isDirectory() || entry.isSymbolicLink()) && !isDropping(entry.name))
		.map(({ name }) => name)
		.sort(byCodeUnit);
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
