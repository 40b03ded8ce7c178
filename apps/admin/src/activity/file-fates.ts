import type { events } from "@cairn/store";

export interface Fate {
	/** The file was deleted after the event, and is not there. */
	isGone: boolean;
	/** It was deleted after the event: what the event tells of is no longer kept, even where a new file has the path. */
	wasDeleted: boolean;
	/** The newest version that was written since; undefined when none was. */
	newestVersion: number | undefined;
}

/** Tells of an event what became of its file since. */
export type FileFate = (event: events.StoredEvent | undefined) => Fate;

const UNTOUCHED: Fate = { isGone: false, wasDeleted: false, newestVersion: undefined };

/** The key of a file among the fates of many. */
export function fateKey(agentId: string, path: string): string {
	return `${agentId} ${path}`;
}

/**
 * What became of each file after each of the events (oldest first). `since` tells by {@link fateKey} what became of files
 * after the last of the events, where those aren't the newest that there are.
 */
export function fileFates(
	stored: readonly events.StoredEvent[],
	since: ReadonlyMap<string, Fate> = new Map(),
): FileFate {
	const current = new Map<string, Fate>(since);
	const fates = new Map<number, Fate>();
	for (const event of [...stored].reverse()) {
		const key = fateKey(event.agent_id, event.object);
		const fate = current.get(key) ?? UNTOUCHED;
		fates.set(event.id, fate);
		if (event.action === "file.delete") {
			current.set(key, { ...fate, wasDeleted: true, isGone: fate.newestVersion === undefined });
		}
		if (event.action === "file.write" && fate === UNTOUCHED) {
			current.set(key, { ...fate, newestVersion: event.version ?? undefined });
		}
	}
	return (event) => (event === undefined ? UNTOUCHED : (fates.get(event.id) ?? UNTOUCHED));
}
