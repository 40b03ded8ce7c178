import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import type { Services } from "../services.ts";
import type { AdminContext } from "../view/admin-env.ts";

/** A comment at this interval shows proxies and the browser that the stream lives. */
const HEARTBEAT_MS = 15_000;
/** How long a browser waits before it comes back after the stream broke. */
const RETRY_MS = 2_000;

/**
 * Answers with server-sent events until the browser leaves, the owner's session ends or the server stops; then the signal
 * fires. What goes wrong meanwhile is logged and ends the stream: the browser comes back by itself.
 */
export function answerEventStream(
	c: AdminContext,
	services: Services,
	send: (stream: SSEStreamingApi, signal: AbortSignal) => Promise<void>,
): Response {
	const left = new AbortController();
	const { signal } = left;
	const leave = () => left.abort();
	const { stopping } = services;
	stopping.addEventListener("abort", leave);
	// Not by the option `signal`: of one target's listeners Node removes so only the newest, once garbage was collected.
	signal.addEventListener("abort", () => stopping.removeEventListener("abort", leave), { once: true });
	const response = streamSSE(c, async (stream) => {
		stream.onAbort(() => left.abort());
		await stream.write(`retry: ${RETRY_MS}\n\n`);
		const beat = setInterval(() => void stream.write(": alive\n\n"), HEARTBEAT_MS);
		signal.addEventListener("abort", () => clearInterval(beat), { once: true });
		try {
			await services.sessionEnds().whenEnded(c.var.session.id, () => left.abort(), signal);
			if (!signal.aborted) await send(stream, signal);
		} catch (error) {
			services.logger.error({ err: error }, "an event stream broke; the browser will come back");
		} finally {
			left.abort();
		}
	});
	response.headers.set("Cache-Control", "no-store");
	// Proxies that gather an answer before they pass it on would hold the events back.
	response.headers.set("X-Accel-Buffering", "no");
	return response;
}
