import { type ClaimView, DAY_MS } from "@cairn/claims";
import { events } from "@cairn/store";
import { parseAsOf } from "../claims/as-of.ts";
import { dayOf, dayStart, monthText, parseDay, parseMonth } from "../claims/days.ts";
import { monthGrid } from "../claims/month-grid.ts";
import type { Services } from "../services.ts";
import { affordRows } from "../text/afford-rows.ts";
import { BulkNote } from "../ui/bulk-form.tsx";
import { claimRowCost } from "../ui/claim-table.tsx";
import { ClaimsNav } from "../ui/claims-nav.tsx";
import { DecayRegion, type ShownDecay, type ShownList } from "../ui/decay-body.tsx";
import { LiveNote } from "../ui/live-note.tsx";
import type { CalendarMonth } from "../ui/month-calendar.tsx";
import type { AdminContext } from "../view/admin-env.ts";
import { oneOf } from "../view/preferences.ts";
import { renderFragment, renderPage, wantsFragment } from "../view/render.tsx";
import { integerQuery } from "./query.ts";
import type { Room } from "./room.ts";

/** Claims on a page, unless they are so long that fewer fit. */
const PAGE = { budget: 34_000, max: 25 };
/** Those that go stalest can't be cut to fit, so that even the longest ones must. */
const STALE_PAGE = 16;
const SOON_DAYS = 7;
/** Claims that a day of the calendar names. */
const NAMED = 2;

type Query = Readonly<Record<string, string>>;

export const decayPage: Room = (app, services) => {
	app.get("/decay", (c) => answerDecay(c, services, c.req.query()));
};

/** Answers with what goes stale when, or says beside it why a form could not be taken. */
export async function answerDecay(
	c: AdminContext,
	services: Services,
	query: Query,
	problem?: string,
): Promise<Response> {
	const { t, urls } = c.var.view;
	const known = await events.lastEventId(services.store().read);
	const shown = await loadDecay(c, services, query);
	if (wantsFragment(c)) return renderFragment(c, <DecayRegion shown={shown} problem={problem} />);
	return renderPage(c, {
		title: t.decay.title,
		room: "claims",
		status: problem === undefined ? 200 : 422,
		body: (
			<>
				<div class="live-head">
					<h1>{t.decay.title}</h1>
					<LiveNote stream={urls.changes({ about: "claim" })} after={known} />
				</div>
				<ClaimsNav part="decay" />
				<BulkNote
					confirmed={integerQuery(query.confirmed, { min: 1 })}
					retracted={integerQuery(query.retracted, { min: 1 })}
				/>
				<DecayRegion shown={shown} problem={problem} />
			</>
		),
	});
}

async function loadDecay(c: AdminContext, services: Services, query: Query): Promise<ShownDecay> {
	const show = oneOf(["stale", "coming", "calendar"], query.show) ?? "stale";
	if (show === "calendar") return { show, month: await loadMonth(c, services, query.month) };
	const { now } = c.var.view;
	const list = show === "stale" ? await loadStale(c, services, query) : await loadComing(c, services, query);
	const soon = await services
		.claimsOverview()
		.goingStale({ from: now, until: now + SOON_DAYS * DAY_MS, limit: 0 });
	return { ...list, soon: soon.total, cursor: query.cursor || undefined };
}

type LoadedList = Omit<ShownList, "soon" | "cursor">;

/** The same as claims_decayed answers for the same instant. */
async function loadStale(c: AdminContext, services: Services, query: Query): Promise<LoadedList> {
	const asOf = parseAsOf(query.asof, c.var.view.now);
	const page = await services
		.claims()
		.decayed({ at: asOf.at, limit: STALE_PAGE, cursor: query.cursor || undefined });
	return { show: "stale", claims: page.items, asOf, from: undefined, next: page.leftOut?.nextCursor };
}

async function loadComing(c: AdminContext, services: Services, query: Query): Promise<LoadedList> {
	const { now } = c.var.view;
	const day = parseDay(query.from);
	const page = await services.claimsOverview().find({
		order: "stale",
		staleFrom: day === undefined ? now : dayStart(day),
		at: now,
		limit: PAGE.max,
		cursor: query.cursor || undefined,
		afford: (claims: readonly ClaimView[]) => affordRows(claims, { cost: claimRowCost, ...PAGE }).length,
	});
	const asOf = { at: now, value: undefined };
	return {
		show: "coming",
		claims: page.items,
		asOf,
		from: day === undefined ? undefined : query.from,
		next: page.leftOut?.nextCursor,
	};
}

async function loadMonth(
	c: AdminContext,
	services: Services,
	asked: string | undefined,
): Promise<CalendarMonth> {
	const { year, month } = parseMonth(asked) ?? dayOf(c.var.view.now);
	const { before, after, days } = monthGrid({ year, month });
	const overview = services.claimsOverview();
	const end = dayStart({ year, month: month + 1, day: 1 });
	const later = await overview.goingStale({ from: end, until: Number.MAX_SAFE_INTEGER, limit: 1 });
	const next = later.first[0]?.staleAt;
	return {
		eventful: next === undefined ? undefined : { name: monthText(next), at: next },
		name: monthText(dayStart({ year, month, day: 1 })),
		previous: monthText(dayStart({ year, month: month - 1, day: 1 })),
		next: monthText(dayStart({ year, month: month + 1, day: 1 })),
		before,
		after,
		days: await Promise.all(
			days.map(async (day) => ({ ...day, ...(await overview.goingStale({ ...day, limit: NAMED })) })),
		),
	};
}
