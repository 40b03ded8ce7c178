import { LIMITS } from "@cairn/scratchpad";
import type { events } from "@cairn/store";
import { type Fate, type FileFate, fileFates } from "./file-fates.ts";

/** Events that a person would call one thing that happened; `first` is the oldest of them, `last` the newest. */
export interface Activity {
	first: events.StoredEvent;
	last: events.StoredEvent;
	count: number;
	/** What it happened to, each once, the first of them first. */
	objects: readonly string[];
	/** Of writes: what became of each file, the one written last first. */
	writes: readonly Write[];
	bytes: number;
	bytesSaved: number;
	/** The object was deleted since. */
	gone: boolean;
}

/** The writes of one group to one file. */
export interface Write {
	path: string;
	/** The version that the last of them made. */
	version: number;
	/** The version to compare it with, when both are still kept. */
	changedFrom: number | undefined;
	/** The file was deleted since. */
	gone: boolean;
}

interface Group {
	/** Oldest first. */
	events: [events.StoredEvent, ...events.StoredEvent[]];
}

/**
 * What belongs together although it happens to different objects: what an agent writes in one go, what the registry
 * finds in the folder of scripts at one look, and what the owner decides at one sitting.
 */
const DONE_TOGETHER: ReadonlySet<events.EventAction> = new Set([
	"file.write",
	"script.see",
	"script.remove",
	"script.approve",
	"script.enable",
	"script.disable",
	"script.break",
	"script.mend",
	"script.notice",
	"claim.add",
	"claim.confirm",
	"claim.retract",
	"claim.review",
	"routine.add",
	"routine.change",
	"routine.move",
	"routine.remove",
]);
/** What tells a person nothing that other events don't: the catalog is published after each change of a script. */
const UNTOLD: ReadonlySet<events.EventAction> = new Set(["catalog.publish"]);
/** Such things belong together when they follow each other this closely, milliseconds. */
const TOGETHER_MS = 60_000;

/**
 * Groups events (oldest first) into what a person would call one thing that happened; the newest comes first. `since` tells
 * what became of files after these events, as {@link fileFates} takes it.
 */
export function groupActivity(
	stored: readonly events.StoredEvent[],
	since?: ReadonlyMap<string, Fate>,
): Activity[] {
	const groups: Group[] = [];
	for (const event of stored) {
		if (UNTOLD.has(event.action)) continue;
		const group = groups.at(-1);
		if (group !== undefined && belongsTo(lastOf(group), event)) group.events.push(event);
		else groups.push({ events: [event] });
	}
	const fates = fileFates(stored, since);
	return groups.reverse().map((group) => activityOf(group, fates));
}

function lastOf({ events: [first, ...others] }: Group): events.StoredEvent {
	return others.at(-1) ?? first;
}

/** Events of one kind and outcome that follow each other, on one object or done together. */
function belongsTo(last: events.StoredEvent, event: events.StoredEvent): boolean {
	if (last.agent_id !== event.agent_id || last.action !== event.action) return false;
	if (isOwners(last) !== isOwners(event)) return false;
	if (last.outcome !== event.outcome) return false;
	if (last.object === event.object && !event.action.startsWith("script.")) return true;
	if (DONE_TOGETHER.has(event.action)) return event.at - last.at < TOGETHER_MS;
	return last.object === event.object;
}

/** What the owner does to an agent's files is not the agent's doing. */
function isOwners({ actor }: events.StoredEvent): boolean {
	return actor === "owner";
}

function activityOf(group: Group, fateOf: FileFate): Activity {
	const last = lastOf(group);
	const objects = [...new Set(group.events.map(({ object }) => object))];
	const isAboutLog = last.action === "log.append";
	return {
		first: group.events[0],
		last,
		count: group.events.length,
		objects,
		writes: last.action === "file.write" ? writesOf(group.events, fateOf) : [],
		bytes: group.events.reduce((sum, { bytes }) => sum + bytes, 0),
		bytesSaved: group.events.reduce((sum, { bytes_saved: saved }) => sum + saved, 0),
		gone: !isAboutLog && fateOf(last).isGone,
	};
}

function writesOf(stored: readonly events.StoredEvent[], fateOf: FileFate): Write[] {
	const paths = new Set([...stored].reverse().map(({ object }) => object));
	return [...paths].map((path) => writeOf(path, stored, fateOf));
}

function writeOf(path: string, stored: readonly events.StoredEvent[], fateOf: FileFate): Write {
	const own = stored.filter(({ object }) => object === path);
	const version = own.at(-1)?.version ?? 1;
	const { isGone, wasDeleted, newestVersion } = fateOf(own.at(-1));
	const oldestKept = Math.max(1, (newestVersion ?? version) - LIMITS.versionsKept + 1);
	const from = Math.max(oldestKept, (own[0]?.version ?? 1) - 1);
	return { path, version, changedFrom: !wasDeleted && from < version ? from : undefined, gone: isGone };
}
