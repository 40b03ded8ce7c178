import type { Fault } from "../assemble-catalog.ts";
import type { CatalogScript } from "../catalog.ts";
import { LIMITS } from "../limits.ts";
import { MANIFEST_FILE } from "../manifest/manifest.ts";
import { collidingPaths, isScriptName, pathFault, printable } from "../script-path.ts";

/** A script as a registry lists it. */
export type Entry = Pick<CatalogScript, "name" | "digests">;

/** Why a script of a registry can't be taken over, whatever its signature says; undefined when it can. */
export function entryFault({ name, digests }: Entry): Fault | undefined {
	if (!isScriptName(name))
		return fault("", "The name of this script can't be a directory's; it was left out.");
	const paths = Object.keys(digests);
	for (const path of paths) {
		const why = pathFault(path);
		if (why !== undefined)
			return fault(printable(path), `The path can't be in a script: ${why}; the script was left out.`);
	}
	const twins = collidingPaths(paths);
	if (twins !== undefined)
		return fault(
			printable(twins[1]),
			`It would lie on top of ${printable(twins[0])}; the script was left out.`,
		);
	if (paths.length > LIMITS.filesPerScript)
		return fault("", "The script has too many files; it was left out.");
	if (sizeOf({ name, digests }) > LIMITS.scriptBytes)
		return fault("", "The script is too large; it was left out.");
	const manifest = Object.hasOwn(digests, MANIFEST_FILE) ? digests[MANIFEST_FILE] : undefined;
	if (manifest === undefined) return fault(MANIFEST_FILE, "The script has no manifest; it was left out.");
	if (manifest.size > LIMITS.manifestBytes)
		return fault(MANIFEST_FILE, "The manifest is too large; the script was left out.");
	return undefined;
}

/** The bytes of all files of a script. */
export function sizeOf({ digests }: Entry): number {
	return Object.values(digests).reduce((sum, { size }) => sum + size, 0);
}

function fault(file: string, reason: string): Fault {
	return { file, reason };
}
