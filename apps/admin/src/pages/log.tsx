import type { LogEntryView, LogSummary } from "@cairn/scratchpad";
import { fitEntries } from "../log/fit-entries.ts";
import { urlPathToPath } from "../path-segments.ts";
import type { Services } from "../services.ts";
import { fileTrail } from "../ui/file-trail.ts";
import { LogBody, LogEntries, LogFacts, type ShownLog } from "../ui/log-body.tsx";
import type { LogQuery } from "../urls.ts";
import { renderFragment, renderPage, wantsFragment } from "../view/render.tsx";
import { knownAgent } from "./known-agent.ts";
import { integerQuery } from "./query.ts";
import type { Room } from "./room.ts";
import { unknownLog } from "./unknown-log.ts";

/** Entries on a page, unless they are so long that fewer fit. */
const PAGE = 50;
const PAGE_COST = 30_000;

export const logPage: Room = (app, services) => {
	app.get("/agents/:agent/logs/:path{.+}", async (c) => {
		const { agent_id: agentId } = await knownAgent(c, services);
		const path = urlPathToPath(c.req.param("path"));
		const log = await services.reader().getLog(agentId, path);
		if (log === undefined) throw unknownLog(c, agentId, path);
		const place: LogQuery = {
			entry: integerQuery(c.req.query("entry"), { min: 1 }),
			before: integerQuery(c.req.query("before"), { min: 1 }),
			after: integerQuery(c.req.query("after")),
		};
		const shown: ShownLog = {
			agentId,
			log,
			place,
			entries: await loadEntries(services, { agentId, log, place }),
		};
		if (wantsFragment(c)) {
			return renderFragment(
				c,
				<>
					<LogFacts log={log} />
					<LogEntries {...shown} />
				</>,
			);
		}
		return renderPage(c, {
			title: `${path} · ${agentId}`,
			room: "agents",
			trail: fileTrail(c.var.view, { agentId, path, room: "logs" }),
			body: <LogBody {...shown} />,
		});
	});
};

interface LogPlace {
	agentId: string;
	log: LogSummary;
	place: LogQuery;
}

/** The entries of one page, newest first. */
async function loadEntries(services: Services, { agentId, log, place }: LogPlace): Promise<LogEntryView[]> {
	const { entry, before, after } = place;
	const read = (options: { before?: number; after?: number; limit: number }) =>
		services.reader().readEntries(agentId, log.path, options);
	if (entry !== undefined) {
		const { entries } = await read({ after: entry - 1, limit: 1 });
		return entries.filter(({ entry_id }) => entry_id === entry);
	}
	if (after !== undefined) {
		const { entries } = await read({ after, limit: PAGE });
		return entries.slice(0, fitEntries(entries, PAGE_COST)).reverse();
	}
	const { entries } = await read({ ...(before !== undefined && { before }), limit: PAGE });
	const newestFirst = entries.reverse();
	return newestFirst.slice(0, fitEntries(newestFirst, PAGE_COST));
}
