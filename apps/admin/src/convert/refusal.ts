import { z } from "zod";
import type { Unreachable } from "../health/service-check.ts";
import { parseJson } from "./parse-json.ts";

/** Why there is no result: the service was not reached, wants another token, or says it in a sentence of its own. */
export type Refusal =
	| { reason: Unreachable | "token" }
	| { reason: "status"; status: number }
	| { reason: "said"; status: number; sentence: string; code: string | undefined };

const problem = z.object({
	detail: z.string().min(1),
	hint: z.string().optional(),
	code: z.string().optional(),
});

/** Codes whose hint is for who speaks HTTP with the service; the page has its own words for them. */
const OWN_HINTS = ["wrong_format", "empty", "busy", "not_found"] as const;

/** What the service says of a document that it did not convert (RFC 9457). */
export async function readRefusal(response: Response): Promise<Refusal> {
	const { status } = response;
	const text = await response.text().catch(() => "");
	if (status === 401) return { reason: "token" };
	const parsed = problem.safeParse(parseJson(text));
	if (!parsed.success) return { reason: "status", status };
	const { detail, hint, code } = parsed.data;
	const sentence = hintFor(code) === undefined ? [detail, hint].filter(Boolean).join(" ") : detail;
	return { reason: "said", status, sentence, code };
}

/** Under which name the page has its own hint for a code; undefined where the service's is as good. */
export function hintFor(code: string | undefined): (typeof OWN_HINTS)[number] | undefined {
	return OWN_HINTS.find((known) => known === code);
}

/** Whether the document or what was chosen for it is at fault, and not the service. */
export function isAboutDocument(refusal: Refusal): boolean {
	return refusal.reason === "said" && refusal.status < 500;
}
