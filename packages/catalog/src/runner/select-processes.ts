import type { ProcessEntry } from "./process-table.ts";

export interface Selection {
	/** The process that was started, which leads a group of its own. */
	readonly leader: number;
	/** Those found before, by id and identity: their parents may be gone by now. */
	readonly known: ReadonlyMap<number, string>;
	/** This program. */
	readonly self: number;
}

/**
 * The processes of a run: its group, those that its environment marks, and all their descendants, but never this program
 * or what started it.
 */
export function selectProcesses(
	table: readonly ProcessEntry[],
	{ leader, known, self }: Selection,
): readonly ProcessEntry[] {
	const spared = ancestors(table, self);
	const selected = new Map<number, ProcessEntry>();
	const add = (entry: ProcessEntry) => {
		if (spared.has(entry.pid) || selected.has(entry.pid)) return;
		selected.set(entry.pid, entry);
		for (const child of children.get(entry.pid) ?? []) add(child);
	};
	const children = new Map<number, ProcessEntry[]>();
	for (const entry of table) children.set(entry.parent, [...(children.get(entry.parent) ?? []), entry]);
	for (const entry of table) {
		const isKnown = known.get(entry.pid) === entry.identity;
		if (entry.pid === leader || entry.group === leader || entry.marked || isKnown) add(entry);
	}
	return [...selected.values()];
}

function ancestors(table: readonly ProcessEntry[], self: number): ReadonlySet<number> {
	const parents = new Map(table.map(({ pid, parent }) => [pid, parent]));
	const found = new Set([0, 1]);
	for (let pid: number | undefined = self; pid !== undefined && !found.has(pid); pid = parents.get(pid))
		found.add(pid);
	return found;
}
