import type { HttpBindings } from "@hono/node-server";
import { conversionError } from "../conversion-error.ts";

/** A signal that fires when a client leaves before it has its whole answer. */
export function clientGone({ outgoing }: HttpBindings): AbortSignal {
	const controller = new AbortController();
	outgoing.once("close", () => {
		if (!outgoing.writableFinished) controller.abort(conversionError("client_gone", "The client left."));
	});
	return controller.signal;
}
