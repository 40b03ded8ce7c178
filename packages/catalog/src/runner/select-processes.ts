import type { ProcessEntry } from "./process-table.ts";

export interface Selection {
	/** The processes that were started: what is below them or in a group that one of them leads is the run's. */
	readonly leaders: readonly number[];
	/** Those found before, by id and identity: their parents may be gone by now. */
	readonly known: ReadonlyMap<number, string>;
	/** This program. */
	readonly self: number;
}

/**
 * The processes of a run: its leaders and their groups, those that its environment marks, and all their descendants, but
 * never this program or what started it.
 */
export function selectProcesses(
	table: readonly ProcessEntry[],
	{ leaders, known, self }: Selection,
): readonly ProcessEntry[] {
	const spared = ancestors(table, self);
	const selected = new Map<number, ProcessEntry>();
	const add = (entry: ProcessEntry) => {
		if (spared.has(entry.pid) || selected.has(entry.pid)) return;
		selected.set(entry.pid, entry);
		for (const child of children.get(entry.pid) ?? []) add(child);
	};
	const children = new Map<number, ProcessEntry[]>();
	for (const entry of table) {
		const siblings = children.get(entry.parent);
		if (siblings === undefined) children.set(entry.parent, [entry]);
		else siblings.push(entry);
	}
	for (const entry of table) {
		const isKnown = known.get(entry.pid) === entry.identity;
		const isLed = leaders.includes(entry.pid) || leaders.includes(entry.group);
		if (isLed || entry.marked || isKnown) add(entry);
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
