import { loneSurrogateAt, utf8Bytes } from "@cairn/kernel";
import * as z from "zod";
import { faultOfReference } from "./evidence/evidence-reference.ts";
import { LIMITS } from "./limits.ts";
import { KINDS, STATES, VOLATILITIES } from "./rules/vocabulary.ts";

/** A text that SQLite and PostgreSQL can both keep as it is. */
function keptText(name: string, { min = 1, max }: { min?: number; max: number }) {
	return z.string().superRefine((text, context) => {
		const fault = faultOf(text, { min, max });
		if (fault !== undefined) context.addIssue(`${name} ${fault}`);
	});
}

function faultOf(text: string, { min, max }: { min: number; max: number }): string | undefined {
	const bytes = utf8Bytes(text);
	if (bytes < min) return "must not be empty.";
	if (bytes > max) return `may have at most ${max} bytes; this one has ${bytes}.`;
	if (text.includes("\0")) return "must not hold a NUL character.";
	const offset = loneSurrogateAt(text);
	if (offset === undefined) return undefined;
	return `holds half a surrogate pair at offset ${offset}, which UTF-8 can't carry.`;
}

function word<const Words extends readonly [string, ...string[]]>(name: string, words: Words) {
	return z.enum(words, { error: () => `${name} must be one of ${words.join(", ")}.` });
}

export const id = z.string().max(256).describe("Of a claim, such as cl_0123456789abcdef.");
export const entity = keptText("entity", { max: LIMITS.entityBytes }).describe("What the claim is about.");
export const claimText = keptText("claim", { max: LIMITS.claimBytes });
export const source = keptText("source", { max: LIMITS.sourceBytes });
export const query = keptText("query", { min: 0, max: LIMITS.queryBytes });
export const kind = word("kind", KINDS);
export const volatility = word("volatility", VOLATILITIES);
export const state = word("state", STATES);
export const confidence = z.number().min(0).max(1);
export const assertedRank = z.int().min(1).max(LIMITS.rank);

export const evidence = z
	.array(z.string())
	.max(LIMITS.evidencePerClaim)
	.superRefine((texts, context) => {
		for (const text of texts) {
			const fault = faultOf(text, { min: 1, max: LIMITS.evidenceBytes }) ?? faultOfReference(text);
			if (fault !== undefined) context.addIssue(`evidence ${fault}`);
		}
	});

export const limit = z.int().min(1).max(LIMITS.maxRowsPerPage);
export const cursor = z.string().max(4_000).describe("From the answer before.");
