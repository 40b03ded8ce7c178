import { setImmediate } from "node:timers/promises";
import type { LogEntryView, ScratchpadReader } from "@cairn/scratchpad";
import { isWanted, type LogFilter } from "./log-filter.ts";

export interface SoughtEntries {
	readonly agentId: string;
	readonly path: string;
	readonly filter: LogFilter;
	/** Those below this id, newest first. */
	readonly before?: number | undefined;
	/** Those above this id, oldest first. */
	readonly after?: number | undefined;
	/** How many are wanted at most. */
	readonly limit: number;
}

export interface FoundEntries {
	/** Newest first. */
	readonly entries: readonly LogEntryView[];
	/** The stretch of the log that was looked through, in the order in which it was; undefined when there was none. */
	readonly stretch: { readonly first: number; readonly last: number } | undefined;
	/** Whether the log goes on after the stretch. */
	readonly more: boolean;
}

/** Entries read at once. */
const STEP = 200;
/** Characters that are looked through before others have their turn: some milliseconds' work. */
const TURN = 250_000;
/** What is looked through at most for one answer: a tenth of a second or two on a small machine. */
const MOST = { entries: 20_000, characters: 6_000_000 };

/**
 * Looks for entries in a bounded stretch of a log, so that an answer takes no longer in a long one, and a little at a time, so
 * that nobody else waits for it.
 */
export async function findEntries(reader: ScratchpadReader, sought: SoughtEntries): Promise<FoundEntries> {
	const found: LogEntryView[] = [];
	const looked = { first: undefined as number | undefined, last: 0, entries: 0, characters: 0 };
	const isDone = () =>
		found.length === sought.limit || looked.entries >= MOST.entries || looked.characters >= MOST.characters;
	let more = true;
	let turn = 0;
	while (more && !isDone()) {
		const step = await readStep(reader, sought, looked.first === undefined ? undefined : looked.last);
		for (const entry of step) {
			looked.first ??= entry.entry_id;
			looked.last = entry.entry_id;
			looked.entries++;
			looked.characters += entry.entry.length;
			if (isWanted(sought.filter, entry)) found.push(entry);
			if (isDone()) break;
			turn += entry.entry.length;
			if (turn < TURN) continue;
			turn = 0;
			await setImmediate();
		}
		more = step.length === STEP || (step.length > 0 && step.at(-1)?.entry_id !== looked.last);
		await setImmediate();
	}
	return {
		entries: sought.after === undefined ? found : found.reverse(),
		stretch: looked.first === undefined ? undefined : { first: looked.first, last: looked.last },
		more,
	};
}

/** The next entries in the order in which they are looked through. */
async function readStep(
	reader: ScratchpadReader,
	{ agentId, path, filter: { since, until }, before, after }: SoughtEntries,
	last: number | undefined,
): Promise<LogEntryView[]> {
	const options = { since, until, limit: STEP };
	if (after !== undefined) {
		return (await reader.readEntries(agentId, path, { ...options, after: last ?? after })).entries;
	}
	return (await reader.readEntries(agentId, path, { ...options, before: last ?? before })).entries.reverse();
}
