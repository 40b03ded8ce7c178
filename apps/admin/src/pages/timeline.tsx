import { audit, events } from "@cairn/store";
import { groupActivity } from "../activity/group-activity.ts";
import type { Services } from "../services.ts";
import { fatesSince } from "../timeline/fates-since.ts";
import { readTimelineQuery, timelineFilter } from "../timeline/timeline-query.ts";
import { TimelineBody, TimelineRegion, type TimelineShown } from "../ui/timeline-body.tsx";
import type { TimelineQuery } from "../urls.ts";
import { renderFragment, renderPage, wantsFragment } from "../view/render.tsx";
import { knownPages } from "./known-pages.ts";
import { integerQuery } from "./query.ts";
import type { Room } from "./room.ts";

/** Events that are read for a page, and things that are shown of them. */
const EVENTS = 500;
const SHOWN = 40;

/** What happened in every part, newest first. */
export const timelinePage: Room = (app, services) => {
	app.get("/timeline", async (c) => {
		const { t } = c.var.view;
		const known = await events.lastEventId(services.store().read);
		const query = { ...readTimelineQuery(c.req.query()), before: integerQuery(c.req.query("before")) };
		const shown = { query, known, ...(await loadTimeline(services, query)) };
		if (wantsFragment(c)) return renderFragment(c, <TimelineRegion {...shown} />);
		return renderPage(c, { title: t.timeline.title, room: "timeline", body: <TimelineBody {...shown} /> });
	});
};

async function loadTimeline(
	services: Services,
	query: TimelineQuery,
): Promise<Pick<TimelineShown, "items" | "pages" | "next">> {
	const sql = services.store().read;
	const found = await audit.listAudit(sql, {
		...timelineFilter(query),
		before: query.before,
		limit: EVENTS + 1,
	});
	const stored = found.slice(0, EVENTS).reverse();
	const groups = groupActivity(stored, await fatesSince(sql, stored));
	const items = groups.slice(0, SHOWN);
	const isMore = found.length > EVENTS || groups.length > SHOWN;
	// What is left out of the groups, such as publications of the catalog, still counts for where the next page begins.
	const oldest = groups.length > SHOWN ? items.at(-1)?.first.id : stored[0]?.id;
	return { items, pages: await knownPages(services, items), next: isMore ? oldest : undefined };
}
