import type { ClaimView } from "@cairn/claims";
import type { View } from "../view/view.ts";
import type { TrailStep } from "./trail.tsx";

const STEP_CHARACTERS = 48;

/** The way to a claim, and to a page of it. */
export function claimTrail({ t, urls }: View, claim: ClaimView, page?: string): TrailStep[] {
	const { id, entity } = claim;
	const of = { label: short(entity), href: urls.claims({ entity }) };
	const steps = [{ label: t.claims.title, href: urls.claims() }, of];
	if (page === undefined) return [...steps, { label: id }];
	return [...steps, { label: id, href: urls.claim(id) }, { label: page }];
}

function short(text: string): string {
	const characters = [...text];
	return characters.length <= STEP_CHARACTERS ? text : `${characters.slice(0, STEP_CHARACTERS).join("")}…`;
}
