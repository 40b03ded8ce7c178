import type { LogEntryView, ScratchpadReader } from "@cairn/scratchpad";
import { events, type Store } from "@cairn/store";

export interface LogPosition {
	agentId: string;
	path: string;
	/** Entries after this id. */
	after: number;
	signal: AbortSignal;
}

const PAGE = 50;

/**
 * The entries of a log after an id, as they are appended, in order, each once. The change feed only says when to
 * look; what is given is always read from where the last page ended, so nothing can be lost or given twice.
 */
export async function* newEntries(
	{ store, reader }: { store: Store; reader: ScratchpadReader },
	{ agentId, path, after, signal }: LogPosition,
): AsyncGenerator<LogEntryView[]> {
	// Taken before the first look: what is appended after that look has an event after this one.
	const since = await events.lastEventId(store.read);
	let position = after;
	const pages = async function* () {
		while (!signal.aborted) {
			const { entries } = await reader.readEntries(agentId, path, { after: position, limit: PAGE });
			position = entries.at(-1)?.entry_id ?? position;
			if (entries.length > 0) yield entries;
			if (entries.length < PAGE) return;
		}
	};
	yield* pages();
	for await (const event of store.watch({ since, signal })) {
		const concerns = event.agent_id === agentId && event.action === "log.append" && event.object === path;
		if (concerns && (event.entry_id ?? Number.POSITIVE_INFINITY) > position) yield* pages();
	}
}
