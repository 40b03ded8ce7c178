import { ClaimQuote } from "../ui/claim-form.tsx";
import { ClaimHistory } from "../ui/claim-history.tsx";
import { claimTrail } from "../ui/claim-trail.ts";
import { Pager } from "../ui/pager.tsx";
import { renderPage } from "../view/render.tsx";
import { knownAgents } from "./known-agents.ts";
import { knownClaim } from "./known-claim.ts";
import type { Room } from "./room.ts";

/** Changes on a page. */
const PAGE = 60;

/** All that was ever done to a claim, page by page. */
export const claimHistoryPage: Room = (app, services) => {
	app.get("/claims/:id/history", async (c) => {
		const { t, urls } = c.var.view;
		const claim = await knownClaim(c, services);
		const cursor = c.req.query("cursor") || undefined;
		const history = await services.claims().history({ id: claim.id, limit: PAGE, cursor });
		const next = history.leftOut?.nextCursor;
		const after = await services.claims().history({ id: claim.id, limit: 1, cursor: next ?? cursor });
		const names = history.items.map(({ by }) => by);
		return renderPage(c, {
			title: t.claim.history,
			room: "claims",
			trail: claimTrail(c.var.view, claim, t.claim.history),
			body: (
				<>
					<h1>{t.claim.history}</h1>
					<ClaimQuote claim={claim} />
					<ClaimHistory
						changes={history.items}
						before={next === undefined ? undefined : after.items[0]}
						agents={await knownAgents(services, names)}
					/>
					<Pager
						first={cursor === undefined ? undefined : urls.claimHistory(claim.id)}
						next={next === undefined ? undefined : urls.claimHistory(claim.id, next)}
					/>
				</>
			),
		});
	});
};
