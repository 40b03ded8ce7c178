/** Most severe first where severities are equal, the kinds stand in this order. */
export const CONTRADICTION_KINDS = [
	"duplicate-rank",
	"evidence-changed",
	"rank-drop",
	"status-conflict",
] as const;

export type ContradictionKind = (typeof CONTRADICTION_KINDS)[number];

/** Of all kinds but rank-drop, whose severity depends on how far the rank fell. */
export const SEVERITY = { "duplicate-rank": 0.6, "status-conflict": 0.5, "evidence-changed": 0.4 } as const;

export interface Contradiction {
	readonly kind: ContradictionKind;
	readonly entity: string;
	readonly claimId: string;
	/** 0 to 1. */
	readonly severity: number;
	/** A sentence that says what is wrong. */
	readonly detail: string;
}

/** So many names or texts a sentence holds; the rest it counts. */
export const NAMED = 10;
const QUOTED_CHARACTERS = 60;

export interface SharedRank {
	readonly rank: number;
	/** The first of them by name. */
	readonly entities: readonly string[];
	readonly total: number;
}

export function duplicateRankDetail({ rank, entities, total }: SharedRank): string {
	return `${total} entities are given priority rank ${rank}: ${enumerate(entities, total)}.`;
}

export interface SharedStatus {
	readonly entity: string;
	/** The first of them that were asserted. */
	readonly texts: readonly string[];
	readonly total: number;
}

export function statusConflictDetail({ entity, texts, total }: SharedStatus): string {
	return `${quote(entity)} has ${total} active status claims: ${enumerate(texts.map(quote), total)}.`;
}

export interface RankDrop {
	readonly assertedRank: number;
	readonly best: number;
	readonly worst: number;
}

export function rankDropDetail({ assertedRank, best, worst }: RankDrop): string {
	const ranks = best === worst ? `${best}` : `${best} to ${worst}`;
	return `Asserted at rank ${assertedRank}, but every signal ranked it ${ranks} in the 3 latest valid periods.`;
}

export function evidenceChangedDetail(references: readonly string[], total: number): string {
	const lost = `The current version no longer holds the lines of ${enumerate(references, total)}.`;
	return `${lost} If the claim still holds, assert it again with the lines as they are now (…@<version>#L…); else retract it.`;
}

function enumerate(shown: readonly string[], total: number): string {
	const named = shown.slice(0, NAMED);
	const more = total - named.length;
	return named.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function quote(text: string): string {
	const characters = [...text];
	const short = characters.length > QUOTED_CHARACTERS;
	return `"${short ? `${characters.slice(0, QUOTED_CHARACTERS).join("")}…` : text}"`;
}
