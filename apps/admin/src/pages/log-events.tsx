import { CairnError } from "@cairn/kernel";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import { newEntries } from "../log/new-entries.ts";
import { urlPathToPath } from "../path-segments.ts";
import { LogItem } from "../ui/log-body.tsx";
import { fragmentText } from "../view/render.tsx";
import { knownAgent } from "./known-agent.ts";
import { integerQuery } from "./query.ts";
import type { Room } from "./room.ts";

/** A comment at this interval shows proxies and the browser that the stream lives. */
const HEARTBEAT_MS = 15_000;
/** How long a browser waits before it comes back after the stream broke. */
const RETRY_MS = 2_000;

/** A log as server-sent events: one event an entry, its id the entry's, so that a browser resumes where it was. */
export const logEvents: Room = (app, services) => {
	app.get("/agents/:agent/events/:path{.+}", async (c) => {
		const { agent_id: agentId } = await knownAgent(c, services);
		const path = urlPathToPath(c.req.param("path"));
		const log = await services.reader().getLog(agentId, path);
		if (log === undefined) throw new CairnError("not_found", c.var.view.t.log.unknown(path));
		const after =
			integerQuery(c.req.header("Last-Event-ID")) ?? integerQuery(c.req.query("after")) ?? log.last_entry_id;
		const left = new AbortController();
		const signal = left.signal;
		services.stopping.addEventListener("abort", () => left.abort(), { signal });
		const response = streamSSE(c, async (stream) => {
			stream.onAbort(() => left.abort());
			await beginStream(stream, left);
			const feed = { store: services.store(), reader: services.reader() };
			try {
				for await (const entries of newEntries(feed, { agentId, path, after, signal })) {
					for (const entry of entries) {
						const data = fragmentText(
							c,
							<LogItem agentId={agentId} path={path} entry={entry} />,
							services.clock.now(),
						);
						await stream.writeSSE({ event: "entry", id: String(entry.entry_id), data });
					}
				}
			} catch (error) {
				services.logger.error({ err: error }, "a log stream broke; the browser will come back");
			} finally {
				left.abort();
			}
		});
		response.headers.set("Cache-Control", "no-store");
		// Proxies that gather an answer before they pass it on would hold the events back.
		response.headers.set("X-Accel-Buffering", "no");
		return response;
	});
};

async function beginStream(stream: SSEStreamingApi, left: AbortController): Promise<void> {
	await stream.write(`retry: ${RETRY_MS}\n\n`);
	const beat = setInterval(() => void stream.write(": alive\n\n"), HEARTBEAT_MS);
	left.signal.addEventListener("abort", () => clearInterval(beat), { once: true });
}
