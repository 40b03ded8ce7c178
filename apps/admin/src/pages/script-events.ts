import type { events } from "@cairn/store";
import { answerEventStream } from "../door/event-stream.ts";
import { eventsSeen } from "./events-seen.ts";
import type { Room } from "./room.ts";

/**
 * What happens to scripts and which of them laptops hold, as server-sent events that only say that something did: all
 * that the list shows, or with `dir` all of one script, runs included. Their ids are the store's, so that a browser resumes where it was.
 */
export const scriptEvents: Room = (app, services) => {
	app.get("/script-events", async (c) => {
		const dir = c.req.query("dir");
		const store = services.store();
		const since = await eventsSeen(c, store);
		return answerEventStream(c, services, async (stream, signal) => {
			for await (const event of store.watch({ since, signal })) {
				if (!concerns(event, dir)) continue;
				await stream.writeSSE({ event: "change", id: String(event.id), data: event.action });
			}
		});
	});
};

function concerns({ action, object }: events.StoredEvent, dir: string | undefined): boolean {
	if (action === "laptop.report") return true;
	if (!action.startsWith("script.")) return false;
	return dir === undefined ? action !== "script.run" : object === dir;
}
