import type { events } from "@cairn/store";

/** Events of one kind on one object that follow each other; `first` is the oldest of them, `last` the newest. */
export interface Activity {
	first: events.StoredEvent;
	last: events.StoredEvent;
	count: number;
	bytes: number;
	bytesSaved: number;
	/** Something newer happened to the same object's content, so the versions told of may be gone. */
	superseded: boolean;
	/** The object was deleted since. */
	gone: boolean;
}

type Group = Omit<Activity, "superseded" | "gone">;

/** Groups events (oldest first) into what a person would call one thing that happened; the newest comes first. */
export function groupActivity(stored: readonly events.StoredEvent[]): Activity[] {
	const groups: Group[] = [];
	for (const event of stored) {
		const group = groups.at(-1);
		if (group !== undefined && belongsTo(group.last, event)) {
			group.last = event;
			group.count++;
			group.bytes += event.bytes;
			group.bytesSaved += event.bytes_saved;
		} else {
			groups.push({ first: event, last: event, count: 1, bytes: event.bytes, bytesSaved: event.bytes_saved });
		}
	}
	return groups.reverse().map(withFate());
}

/** Tells of each group, taken newest first, what became of its object since. */
function withFate(): (group: Group) => Activity {
	const fates = new Map<string, events.EventAction>();
	return (group) => {
		const { agent_id, action, object } = group.last;
		const changesFile = action === "file.write" || action === "file.delete";
		const key = `${agent_id} ${object}`;
		const fate = action === "log.append" ? undefined : fates.get(key);
		if (changesFile && fate === undefined) fates.set(key, action);
		return { ...group, superseded: fate !== undefined, gone: fate === "file.delete" };
	};
}

function belongsTo(last: events.StoredEvent, event: events.StoredEvent): boolean {
	return last.agent_id === event.agent_id && last.action === event.action && last.object === event.object;
}
