import type { OwnerSession } from "@cairn/identity";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { Reach } from "../door/reach.ts";
import type { View } from "./view.ts";

/** What our middleware puts into a request's context, and what the server gives. */
export interface AdminEnv {
	Bindings: Partial<HttpBindings>;
	Variables: {
		reach: Reach;
		/** Names the request in the log and the audit. */
		requestId: string;
		view: View;
		/** The owner's session; only past the session's guard. */
		session: OwnerSession;
	};
}

export type AdminContext = Context<AdminEnv>;
