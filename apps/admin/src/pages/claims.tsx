import { type ClaimView, KINDS, VOLATILITIES } from "@cairn/claims";
import { events } from "@cairn/store";
import { parseAsOf } from "../claims/as-of.ts";
import type { Services } from "../services.ts";
import { affordRows } from "../text/afford-rows.ts";
import { BulkNote } from "../ui/bulk-form.tsx";
import { claimRowCost } from "../ui/claim-table.tsx";
import { ClaimsRegion, type ShownClaims } from "../ui/claims-body.tsx";
import { type ClaimsChoice, ClaimsFilter, SHOWN_STATES, SORTS } from "../ui/claims-filter.tsx";
import { ClaimsNav } from "../ui/claims-nav.tsx";
import { LiveNote } from "../ui/live-note.tsx";
import type { AdminContext } from "../view/admin-env.ts";
import { oneOf } from "../view/preferences.ts";
import { renderFragment, renderPage, wantsFragment } from "../view/render.tsx";
import { integerQuery } from "./query.ts";
import type { Room } from "./room.ts";

/** Claims on a page, unless they are so long that fewer fit. */
const PAGE = { budget: 34_000, max: 25 };
const QUERY_CHARACTERS = 500;

export const claimsPage: Room = (app, services) => {
	app.get("/claims", (c) => answerClaims(c, services, c.req.query()));
};

/** Answers with the list of claims that a query asks for, or says beside it why a form could not be taken. */
export async function answerClaims(
	c: AdminContext,
	services: Services,
	query: Readonly<Record<string, string>>,
	problem?: string,
): Promise<Response> {
	const { t, urls } = c.var.view;
	const known = await events.lastEventId(services.store().read);
	const shown = { ...(await loadClaims(c, services, query)), problem };
	if (wantsFragment(c)) return renderFragment(c, <ClaimsRegion {...shown} />);
	return renderPage(c, {
		title: t.claims.title,
		room: "claims",
		status: problem === undefined ? 200 : 422,
		body: (
			<>
				<div class="live-head">
					<h1>{t.claims.title}</h1>
					<LiveNote stream={urls.changes({ about: "claim" })} after={known} />
				</div>
				<ClaimsNav part="claims" />
				<BulkNote
					confirmed={integerQuery(query.confirmed, { min: 1 })}
					retracted={integerQuery(query.retracted, { min: 1 })}
				/>
				{shown.counts.byKind.length > 0 && <ClaimsFilter choice={shown.choice} asof={shown.asOf.value} />}
				<div id="list">
					<ClaimsRegion {...shown} />
				</div>
			</>
		),
	});
}

async function loadClaims(
	c: AdminContext,
	services: Services,
	query: Readonly<Record<string, string>>,
): Promise<ShownClaims> {
	const asOf = parseAsOf(query.asof, c.var.view.now);
	const choice = choiceOf(query);
	const { q, state, sort, ...filter } = choice;
	const cursor = query.cursor || undefined;
	const [counts, page] = await Promise.all([
		services.claimsOverview().totals(asOf.at),
		services.claimsOverview().find({
			...filter,
			query: q,
			state: state === "stale" ? undefined : state,
			isStale: state === "stale",
			order: sort,
			at: asOf.at,
			limit: PAGE.max,
			cursor,
			afford: fitClaims,
		}),
	]);
	return { claims: page.items, counts, choice, asOf, cursor, next: page.leftOut?.nextCursor };
}

function fitClaims(claims: readonly ClaimView[]): number {
	return affordRows(claims, { cost: claimRowCost, ...PAGE }).length;
}

function choiceOf(query: Readonly<Record<string, string>>): ClaimsChoice {
	return {
		q: (query.q ?? "").slice(0, QUERY_CHARACTERS),
		state: oneOf(SHOWN_STATES, query.state),
		kind: oneOf(KINDS, query.kind),
		volatility: oneOf(VOLATILITIES, query.volatility),
		entity: query.entity || undefined,
		sort: oneOf(SORTS, query.sort) ?? "entity",
	};
}
