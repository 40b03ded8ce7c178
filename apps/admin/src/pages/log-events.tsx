import { answerEventStream } from "../door/event-stream.ts";
import { isWanted, readLogFilter } from "../log/log-filter.ts";
import { newEntries } from "../log/new-entries.ts";
import { urlPathToPath } from "../path-segments.ts";
import { LogFacts, LogItem } from "../ui/log-body.tsx";
import { fragmentText } from "../view/render.tsx";
import { knownAgent } from "./known-agent.ts";
import { integerQuery } from "./query.ts";
import type { Room } from "./room.ts";
import { unknownLog } from "./unknown-log.ts";

/**
 * A log as server-sent events: one event an entry, its id the entry's, so that a browser resumes where it was. With a filter,
 * the entries that it wants.
 */
export const logEvents: Room = (app, services) => {
	app.get("/agents/:agent/events/:path{.+}", async (c) => {
		const { agent_id: agentId } = await knownAgent(c, services);
		const path = urlPathToPath(c.req.param("path"));
		const log = await services.reader().getLog(agentId, path);
		if (log === undefined) throw unknownLog(c, agentId, path);
		const after =
			integerQuery(c.req.header("Last-Event-ID")) ?? integerQuery(c.req.query("after")) ?? log.last_entry_id;
		const filter = readLogFilter(c.req.query());
		return answerEventStream(c, services, async (stream, signal) => {
			const feed = { store: services.store(), reader: services.reader() };
			for await (const entries of newEntries(feed, { agentId, path, after, signal })) {
				const wanted = filter === undefined ? entries : entries.filter((entry) => isWanted(filter, entry));
				for (const entry of wanted) {
					const data = fragmentText(
						c,
						<LogItem agentId={agentId} path={path} entry={entry} found={filter?.found} />,
						services.clock.now(),
					);
					await stream.writeSSE({ event: "entry", id: String(entry.entry_id), data });
				}
				const grown = await feed.reader.getLog(agentId, path);
				if (grown === undefined) continue;
				await stream.writeSSE({
					event: "facts",
					data: fragmentText(
						c,
						<LogFacts log={grown} through={entries.at(-1)?.entry_id} />,
						services.clock.now(),
					),
				});
			}
		});
	});
};
