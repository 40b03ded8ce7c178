import { events, type Store } from "@cairn/store";
import type { AdminContext } from "../view/admin-env.ts";
import { integerQuery } from "./query.ts";

/** The last event that who asks for a stream has seen: his browser's, else the address's, else the newest one. */
export async function eventsSeen(c: AdminContext, store: Store): Promise<number> {
	return (
		integerQuery(c.req.header("Last-Event-ID")) ??
		integerQuery(c.req.query("after")) ??
		(await events.lastEventId(store.read))
	);
}
