import type { ClaimView, ReviewedKind } from "@cairn/claims";
import { CairnError } from "@cairn/kernel";
import { events } from "@cairn/store";
import { parseAsOf } from "../claims/as-of.ts";
import type { Services } from "../services.ts";
import { plainText } from "../text/hostile-text.ts";
import { BulkNote } from "../ui/bulk-form.tsx";
import { ClaimRegion, type ShownClaim } from "../ui/claim-body.tsx";
import { claimTrail } from "../ui/claim-trail.ts";
import { ClippedText } from "../ui/clipped-text.tsx";
import { LiveNote } from "../ui/live-note.tsx";
import type { AdminContext } from "../view/admin-env.ts";
import { renderFragment, renderPage, wantsFragment } from "../view/render.tsx";
import { knownAgents } from "./known-agents.ts";
import { knownClaim } from "./known-claim.ts";
import { integerQuery } from "./query.ts";
import type { Room } from "./room.ts";

/** Changes on this page, before it points to all of them. */
const CHANGES = 8;
const TITLE_CHARACTERS = 60;
/** A claim longer than this is set smaller. */
const SHORT_CHARACTERS = 120;

export const claimPage: Room = (app, services) => {
	app.get("/claims/:id", (c) => answerClaim(c, services));
};

/** Answers with the page of a claim, or says on it that a confidence could not be taken. */
export async function answerClaim(c: AdminContext, services: Services, faulty?: string): Promise<Response> {
	const { urls, now } = c.var.view;
	const known = await events.lastEventId(services.store().read);
	const asOf = parseAsOf(c.req.query("asof"), now);
	const claim = await knownClaim(c, services, asOf.at);
	const shown: ShownClaim = {
		...(await loadClaim(services, claim)),
		claim,
		asOf,
		all: c.req.query("all") === "1",
		faulty,
	};
	if (wantsFragment(c)) return renderFragment(c, <ClaimRegion {...shown} />);
	return renderPage(c, {
		title: plainText(claim.claim.slice(0, TITLE_CHARACTERS)),
		room: "claims",
		status: faulty === undefined ? 200 : 422,
		trail: claimTrail(c.var.view, claim),
		body: (
			<>
				<div class="live-head">
					<h1 class={claim.claim.length > SHORT_CHARACTERS ? "claim-text long" : "claim-text"} dir="auto">
						<ClippedText text={claim.claim} characters={2_000} />
					</h1>
					<LiveNote stream={urls.changes({ about: "claim", path: claim.id })} after={known} />
				</div>
				<BulkNote
					confirmed={integerQuery(c.req.query("confirmed"), { min: 1, max: 1 })}
					retracted={integerQuery(c.req.query("retracted"), { min: 1, max: 1 })}
				/>
				<ClaimRegion {...shown} />
			</>
		),
	});
}

async function loadClaim(
	services: Services,
	claim: ClaimView,
): Promise<Pick<ShownClaim, "evidence" | "changes" | "before" | "conflicts" | "agents">> {
	const reader = services.claims();
	const [evidence, history] = await Promise.all([
		reader.evidence(claim.id),
		reader.history({ id: claim.id, limit: CHANGES + 1 }),
	]);
	const changes = history.items.slice(0, CHANGES);
	const names = [claim.assertedBy, claim.confirmedBy ?? "", ...changes.map(({ by }) => by)];
	return {
		evidence,
		changes,
		before: history.items[CHANGES],
		conflicts: await conflictsOf(services, claim),
		agents: await knownAgents(services, names),
	};
}

async function conflictsOf(services: Services, claim: ClaimView): Promise<ReviewedKind[]> {
	const kinds: ReviewedKind[] = ["evidence-changed"];
	if (claim.kind === "priority") kinds.push("duplicate-rank");
	if (claim.kind === "status") kinds.push("status-conflict");
	const found = await Promise.all(kinds.map((kind) => hasPartIn(services, claim, kind)));
	return kinds.filter((_, index) => found[index]);
}

async function hasPartIn(services: Services, { id }: ClaimView, kind: ReviewedKind): Promise<boolean> {
	try {
		await services.claims().conflict(id, kind, 0);
		return true;
	} catch (error) {
		if (error instanceof CairnError && error.code === "not_found") return false;
		if (error instanceof CairnError && error.code === "too_large") return true;
		throw error;
	}
}
