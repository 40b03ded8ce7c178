import { type ConflictView, REVIEWED_KINDS, type ReviewedView } from "@cairn/claims";
import { CairnError } from "@cairn/kernel";
import { events } from "@cairn/store";
import { PageError } from "../door/page-error.ts";
import type { Services } from "../services.ts";
import { ClaimsNav } from "../ui/claims-nav.tsx";
import {
	ContradictionsRegion,
	HowContradictions,
	type ShownContradictions,
} from "../ui/contradictions-body.tsx";
import { PartError } from "../ui/error-page.tsx";
import { LiveNote } from "../ui/live-note.tsx";
import type { AdminContext } from "../view/admin-env.ts";
import { oneOf } from "../view/preferences.ts";
import { renderFragment, renderPage, wantsFragment } from "../view/render.tsx";
import { changeClaims } from "./change-claims.ts";
import { answerConflict } from "./conflict.tsx";
import { knownAgents } from "./known-agents.ts";
import { lostEvidence } from "./lost-evidence.ts";
import type { Room } from "./room.ts";

/** Contradictions on a page, and the sides that are shown of each. */
const PAGE = { limit: 5, sides: 4 };
const REVIEWED = 10;

export const contradictionsPage: Room = (app, services) => {
	app.get("/contradictions", async (c) => {
		const { of, kind } = c.req.query();
		const known = oneOf(REVIEWED_KINDS, kind);
		if (of !== undefined && known !== undefined) return answerConflict(c, services, { id: of, kind: known });
		return answerInbox(c, services);
	});

	app.post("/contradictions", async (c) => {
		const { t, urls } = c.var.view;
		const form = await c.req.parseBody();
		const text = (name: string) => (typeof form[name] === "string" ? form[name] : undefined);
		const [id, kind, keep] = [
			text("id"),
			oneOf(REVIEWED_KINDS, text("kind")),
			oneOf(["one", "all"], text("keep")),
		];
		if (id === undefined || kind === undefined || keep === undefined)
			throw new PageError("invalid_input", t.contradictions.incomplete);
		const seen = text("seen")?.split(" ").filter(Boolean);
		try {
			await changeClaims(c, services).call("claim_review", { id, kind, keep, seen });
		} catch (error) {
			if (isOutdated(error)) return answerInbox(c, services, t.contradictions.changed);
			throw error;
		}
		return c.redirect(urls.contradictions(), 303);
	});
};

/** Nobody settles by a page that shows other claims than those that are at odds. */
function isOutdated(error: unknown): boolean {
	return error instanceof CairnError && (error.code === "version_conflict" || error.code === "not_found");
}

async function answerInbox(c: AdminContext, services: Services, problem?: string): Promise<Response> {
	const { t, urls } = c.var.view;
	const known = await events.lastEventId(services.store().read);
	const shown = await loadInbox(c, services);
	if (wantsFragment(c)) return renderFragment(c, <ContradictionsRegion {...shown} />);
	return renderPage(c, {
		title: t.contradictions.title,
		room: "claims",
		status: problem === undefined ? 200 : 409,
		body: (
			<>
				<div class="live-head">
					<h1>{t.contradictions.title}</h1>
					<LiveNote stream={urls.changes()} after={known} />
				</div>
				<ClaimsNav part="contradictions" />
				{problem !== undefined && <PartError message={problem} />}
				<ContradictionsRegion {...shown} />
				<HowContradictions />
			</>
		),
	});
}

async function loadInbox(c: AdminContext, services: Services): Promise<ShownContradictions> {
	const at = c.var.view.now;
	const cursor = c.req.query("cursor") || undefined;
	const kept = c.req.query("kept") || undefined;
	const overview = services.claimsOverview();
	const inbox = await overview.inbox({ ...PAGE, at, cursor });
	const [reviewed, { contradictions: open }] = await Promise.all([
		cursor === undefined ? overview.reviewed({ at, limit: REVIEWED, cursor: kept }) : undefined,
		services.claims().counts(at),
	]);
	return {
		conflicts: inbox.items,
		open,
		reviewed: reviewed?.items ?? [],
		kept,
		nextKept: reviewed?.leftOut?.nextCursor,
		agents: await knownAgents(services, namesIn(inbox.items, reviewed?.items ?? [])),
		lost: await lostEvidence(services, inbox.items),
		cursor,
		next: inbox.leftOut?.nextCursor,
	};
}

function namesIn(conflicts: readonly ConflictView[], reviewed: readonly ReviewedView[]): string[] {
	const sides = conflicts.flatMap(({ claims }) => claims);
	return [
		...sides.map(({ assertedBy, confirmedBy }) => confirmedBy ?? assertedBy),
		...reviewed.map(({ reviewedBy }) => reviewedBy),
	];
}
