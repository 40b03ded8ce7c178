import { type ClaimView, type ReviewedKind, SEVERITY } from "@cairn/claims";
import { CairnError } from "@cairn/kernel";
import { PageError } from "../door/page-error.ts";
import type { Services } from "../services.ts";
import { ConflictPart } from "../ui/conflict-part.tsx";
import type { AdminContext } from "../view/admin-env.ts";
import { renderPage } from "../view/render.tsx";
import { knownAgents } from "./known-agents.ts";
import { lostEvidence } from "./lost-evidence.ts";

/**
 * Answers with one contradiction and all of its sides.
 * @throws CairnError `not_found` when it is none any more, `too_large` when it has too many sides.
 */
export async function answerConflict(
	c: AdminContext,
	services: Services,
	{ id, kind }: { id: string; kind: ReviewedKind },
): Promise<Response> {
	const { t, urls } = c.var.view;
	const claims = await sidesOf(c, services, { id, kind });
	const agents = await knownAgents(
		services,
		claims.map(({ assertedBy, confirmedBy }) => confirmedBy ?? assertedBy),
	);
	const conflict = {
		kind,
		subject: subjectOf(kind, claims[0]),
		severity: SEVERITY[kind],
		claims,
		total: claims.length,
	};
	const lost = await lostEvidence(services, [conflict]);
	return renderPage(c, {
		title: t.contradictions.kindNames[kind],
		room: "claims",
		trail: [
			{ label: t.claims.title, href: urls.claims() },
			{ label: t.contradictions.title, href: urls.contradictions() },
			{ label: t.contradictions.kindNames[kind] },
		],
		body: (
			<>
				<h1>{t.contradictions.title}</h1>
				<ConflictPart conflict={conflict} agents={agents} lost={lost} />
			</>
		),
	});
}

async function sidesOf(
	c: AdminContext,
	services: Services,
	{ id, kind }: { id: string; kind: ReviewedKind },
): Promise<ClaimView[]> {
	const { t, urls, now } = c.var.view;
	try {
		return await services.claims().conflict(id, kind, now);
	} catch (error) {
		if (!(error instanceof CairnError) || error.code !== "not_found") throw error;
		const see = { href: urls.contradictions(), label: t.contradictions.backToAll };
		throw new PageError("not_found", t.contradictions.gone, { see });
	}
}

function subjectOf(kind: ReviewedKind, claim: ClaimView | undefined): string {
	if (kind === "duplicate-rank") return String(claim?.assertedRank ?? "");
	return (kind === "status-conflict" ? claim?.entity : claim?.id) ?? "";
}
