import { byCodeUnit } from "./digests.ts";

export interface Claim {
	readonly dir: string;
	/** The tool name that its manifest asks for. */
	readonly tool: string;
	/** The tool name under which an earlier version of it is live. */
	readonly before?: string | undefined;
}

/**
 * Decides who gets a tool name that several scripts ask for. Who has it keeps it, so that a new folder can't take a
 * tool over; then the folder of the same name comes first, then the order of names.
 * @param settled owners that don't change now, tool name to directory.
 * @returns for each refused directory the one that has the name.
 */
export function claimToolNames(
	settled: ReadonlyMap<string, string>,
	claims: readonly Claim[],
): ReadonlyMap<string, string> {
	const owners = new Map(settled);
	const refused = new Map<string, string>();
	for (const { dir, tool } of [...claims].sort((a, b) => rank(a) - rank(b) || byCodeUnit(a.dir, b.dir))) {
		const owner = owners.get(tool);
		if (owner === undefined) owners.set(tool, dir);
		else refused.set(dir, owner);
	}
	return refused;
}

function rank({ dir, tool, before }: Claim): number {
	if (tool === before) return 0;
	return dir === tool ? 1 : 2;
}
