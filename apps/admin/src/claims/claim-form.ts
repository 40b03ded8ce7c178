import { type ClaimView, LIMITS } from "@cairn/claims";
import type * as z from "zod";

/** The fields of the form of a claim, as they were typed. */
export interface ClaimFields {
	claim: string;
	entity: string;
	kind: string;
	volatility: string;
	/** Percent. */
	confidence: string;
	assertedRank: string;
	source: string;
	/** One a line. */
	evidence: string;
}

export type ClaimField = keyof ClaimFields;

export const NEW_CLAIM: ClaimFields = {
	claim: "",
	entity: "",
	kind: "fact",
	volatility: "slow",
	confidence: "80",
	assertedRank: "",
	source: "owner",
	evidence: "",
};

/** What to fill the form with, for a claim that there is. */
export function fieldsOf(claim: ClaimView): ClaimFields {
	return {
		claim: claim.claim,
		entity: claim.entity,
		kind: claim.kind,
		volatility: claim.volatility,
		confidence: String(Math.round(claim.confidence * 10_000) / 100),
		assertedRank: claim.assertedRank === null ? "" : String(claim.assertedRank),
		source: claim.source,
		evidence: claim.evidence.join("\n"),
	};
}

/** The fields as they were sent; browsers send line ends as CRLF, also within a text that had none. */
export function readClaimFields(form: Readonly<Record<string, unknown>>): ClaimFields {
	const text = (name: ClaimField) => {
		const value = form[name];
		return typeof value === "string" ? value.replaceAll("\r\n", "\n") : "";
	};
	return {
		claim: text("claim").trim(),
		entity: text("entity").trim(),
		kind: text("kind"),
		volatility: text("volatility"),
		confidence: text("confidence").trim(),
		assertedRank: text("assertedRank").trim(),
		source: text("source").trim(),
		evidence: text("evidence"),
	};
}

/** The arguments of claim_add; what is no number goes along as none, for the operation to refuse. */
export function claimInput(fields: ClaimFields): Record<string, unknown> {
	const { confidence, assertedRank, evidence, source, ...rest } = fields;
	return {
		...rest,
		confidence: parsePercent(confidence),
		assertedRank: assertedRank === "" ? null : (parseWhole(assertedRank) ?? assertedRank),
		source: source === "" ? undefined : source,
		evidence: evidence
			.split("\n")
			.map((line) => line.trim())
			.filter((line) => line !== ""),
	};
}

/** A number of percent as a part of one; a comma is a point. Undefined for what is none, or outside 0 to 100. */
export function parsePercent(text: string): number | undefined {
	if (!/^\d{1,3}(?:[.,]\d{1,6})?$/.test(text)) return undefined;
	const percent = Number(text.replace(",", "."));
	// Not by a division, which would turn 57 into 0.5699999999999999 and keep it.
	return percent > 100 ? undefined : Number((percent / 100).toFixed(8));
}

function parseWhole(text: string): number | undefined {
	const value = /^\d{1,10}$/.test(text) ? Number(text) : undefined;
	return value !== undefined && value >= 1 && value <= LIMITS.rank ? value : undefined;
}

/** The fields that an operation can't take, in the form's order; of an error it tells the first alone. */
export function faultyFields(schema: z.ZodType, input: Readonly<Record<string, unknown>>): ClaimField[] {
	const named = schema.safeParse(input).error?.issues.map(({ path }) => path[0]) ?? [];
	return (Object.keys(NEW_CLAIM) as ClaimField[]).filter((field) => named.includes(field));
}
