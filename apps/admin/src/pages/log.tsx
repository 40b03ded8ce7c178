import type { LogEntryView, LogSummary } from "@cairn/scratchpad";
import { findEntries } from "../log/find-entries.ts";
import { fitEntries } from "../log/fit-entries.ts";
import { type LogFilter, readLogFilter } from "../log/log-filter.ts";
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
		const filter = place.entry === undefined ? readLogFilter(c.req.query()) : undefined;
		const wanted = { agentId, log, place };
		const found =
			filter === undefined
				? { entries: await loadEntries(services, wanted), search: undefined }
				: await searchEntries(services, wanted, filter);
		const shown: ShownLog = { ...wanted, filter, ...found };
		if (wantsFragment(c)) {
			const through = shown.search?.stretch?.last ?? shown.entries[0]?.entry_id;
			return renderFragment(
				c,
				<>
					<LogFacts log={log} through={through} />
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

/** The entries of one page that the filter wants, newest first, and where they were looked for. */
async function searchEntries(
	services: Services,
	{ agentId, log, place: { before, after } }: LogPlace,
	filter: LogFilter,
): Promise<Pick<ShownLog, "entries" | "search">> {
	const sought = { agentId, path: log.path, filter, before, after, limit: PAGE };
	const { entries, ...search } = await findEntries(services.reader(), sought);
	const inOrder = after === undefined ? entries : entries.toReversed();
	const fitting = inOrder.slice(0, fitEntries(inOrder, PAGE_COST, filter.found));
	const last = fitting.at(-1)?.entry_id;
	const { stretch } = search;
	const isCut = fitting.length < inOrder.length && last !== undefined && stretch !== undefined;
	return {
		entries: after === undefined ? fitting : fitting.toReversed(),
		search: isCut ? { stretch: { first: stretch.first, last }, more: true } : search,
	};
}
