import { events, files, type Sql } from "@cairn/store";
import { type Fate, fateKey } from "../activity/file-fates.ts";

const ABOUT_FILES: ReadonlySet<string> = new Set(
	events.EVENT_ACTIONS.filter((action) => action.startsWith("file.") || action.startsWith("summary.")),
);

/** What became of the files that events name, up to now, by {@link fateKey}: what is gone must not be linked to. */
export async function fatesSince(
	sql: Sql,
	stored: readonly events.StoredEvent[],
): Promise<ReadonlyMap<string, Fate>> {
	const newest = new Map<string, events.StoredEvent>();
	for (const event of stored) {
		if (ABOUT_FILES.has(event.action)) newest.set(fateKey(event.agent_id, event.object), event);
	}
	const fates = await Promise.all(
		[...newest].map(async ([key, event]) => [key, await fateOf(sql, event)] as const),
	);
	return new Map(fates);
}

async function fateOf(sql: Sql, { agent_id: agentId, object, at }: events.StoredEvent): Promise<Fate> {
	const file = await files.findFile(sql, { agentId, path: object });
	if (file === undefined) return { isGone: true, wasDeleted: true, newestVersion: undefined };
	return { isGone: false, wasDeleted: file.created_at > at, newestVersion: file.current_version };
}
