import type { BrokenScript, Catalog, InstalledScript } from "./catalog.ts";
import { byCodeUnit, catalogVersion, sortBroken } from "./digests.ts";
import { MANIFEST_FILE } from "./manifest/manifest.ts";
import { printable } from "./script-path.ts";

export type Fault = Omit<BrokenScript, "dir" | "serving">;

/** What is known of one script's directory. */
export interface ScriptState {
	/** The version that runs; an earlier one when the present one has a fault. */
	readonly good: InstalledScript | undefined;
	/** Why the present one can't be used. */
	readonly fault: Fault | undefined;
	/** Files that were left out of it, and what else somebody should look at though it runs. */
	readonly notes: readonly Fault[];
}

/**
 * Puts what is known of each directory together to one catalog, in which a tool name stands once.
 * @param told what is broken elsewhere, such as at the registry
 */
export function assembleCatalog(
	states: ReadonlyMap<string, ScriptState>,
	told: readonly BrokenScript[] = [],
): Omit<Catalog, "origin"> {
	const scripts: InstalledScript[] = [];
	const broken = told.map(clip);
	const owners = new Map<string, string>();
	for (const [dir, state] of [...states].sort(([a], [b]) => byCodeUnit(a, b))) {
		const owner = state.good === undefined ? undefined : owners.get(state.good.manifest.name);
		const tool = state.good?.manifest.name;
		const settled =
			owner === undefined ? state : { ...state, good: undefined, fault: duplicateFault({ tool, owner }) };
		if (settled.good !== undefined) {
			scripts.push(settled.good);
			owners.set(settled.good.manifest.name, dir);
		}
		broken.push(...brokenOf(dir, settled).map(clip));
	}
	const sorted = sortBroken(broken);
	return { version: catalogVersion(scripts, sorted), scripts, broken: sorted };
}

export interface DuplicateName {
	/** Undefined while it can't be read. */
	readonly tool: string | undefined;
	/** The directory of the script that has it. */
	readonly owner: string;
	/** Where it stands in the manifest that can't have it, where that is known. */
	readonly line?: number | undefined;
}

/** The fault of a script whose tool name another one has. */
export function duplicateFault({ tool, owner, line }: DuplicateName): Fault {
	const name = tool === undefined ? "" : ` ${tool}`;
	const reason = `The tool name${name} is already used by the script in ${owner}; choose another name.`;
	return { file: MANIFEST_FILE, ...(line !== undefined && { line }), reason };
}

function brokenOf(dir: string, { good, fault, notes }: ScriptState): readonly BrokenScript[] {
	const left = notes.map(
		(note) => ({ dir, ...note, serving: good === undefined ? "nothing" : "current" }) as const,
	);
	if (fault === undefined) return left;
	return [{ dir, ...fault, serving: good === undefined ? "nothing" : "last_good" }, ...left];
}

const MAX_REASON = 1000;
const MAX_FILE = 600;

/** What a stranger's folder says of itself must not be longer than what laptops take. */
function clip({ dir, file, reason, ...rest }: BrokenScript): BrokenScript {
	return {
		...rest,
		dir: shorten(printable(dir), 200),
		file: shorten(file, MAX_FILE),
		reason: shorten(reason, MAX_REASON),
	};
}

function shorten(text: string, most: number): string {
	return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}
