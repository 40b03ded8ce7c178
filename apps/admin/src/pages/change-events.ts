import type { events } from "@cairn/store";
import { answerEventStream } from "../door/event-stream.ts";
import type { ChangesQuery } from "../urls.ts";
import { eventsSeen } from "./events-seen.ts";
import type { Room } from "./room.ts";

/**
 * What happens, as server-sent events that only say that something did: everything, or what happens to one agent, to
 * its files or logs, or to one of them. Their ids are the store's, so that a browser resumes where it was.
 */
export const changeEvents: Room = (app, services) => {
	app.get("/changes", async (c) => {
		const { agent, about, path } = c.req.query();
		const store = services.store();
		const since = await eventsSeen(c, store);
		return answerEventStream(c, services, async (stream, signal) => {
			for await (const event of store.watch({ since, signal })) {
				if (!concerns(event, { agent, about, path })) continue;
				await stream.writeSSE({ event: "change", id: String(event.id), data: event.action });
			}
		});
	});
};

type Wanted = { [Name in keyof Omit<ChangesQuery, "after">]: string | undefined };

function concerns(event: events.StoredEvent, { agent, about, path }: Wanted): boolean {
	if (agent !== undefined && event.agent_id !== agent) return false;
	if (about !== undefined && !event.action.startsWith(`${about}.`)) return false;
	return path === undefined || event.object === path;
}
