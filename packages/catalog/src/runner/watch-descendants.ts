import { poll } from "../poll.ts";
import { processTable } from "./process-table.ts";
import { selectProcesses } from "./select-processes.ts";

/** How often one looks: often where a look costs a few milliseconds, seldom where it starts a `ps`. */
const LOOK_MS = process.platform === "linux" ? 200 : 1000;

export interface DescendantWatch {
	/** What a script has started so far, by id and identity. */
	readonly known: ReadonlyMap<number, string>;
	end(): void;
}

/**
 * Remembers what a script starts while its parent is still there to tell whose it is. For machines without supervisors:
 * what loses its parent between two looks is missed.
 */
export function watchDescendants(pid: number): DescendantWatch {
	const known = new Map<number, string>();
	const look = async () => {
		const table = await processTable();
		const found = selectProcesses(table, { leaders: [pid], known, self: process.pid });
		known.clear();
		for (const entry of found) known.set(entry.pid, entry.identity);
	};
	return { known, end: poll(look, () => LOOK_MS) };
}
