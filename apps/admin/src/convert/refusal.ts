import { z } from "zod";
import type { Unreachable } from "../health/service-check.ts";
import { parseJson } from "./parse-json.ts";

/** Why there is no result: the service was not reached, wants another token, or says it in a sentence of its own. */
export type Refusal =
	| { reason: Unreachable | "token" }
	| { reason: "status"; status: number }
	| { reason: "said"; status: number; sentence: string };

const problem = z.object({ detail: z.string().min(1), hint: z.string().optional() });

/** What the service says of a document that it did not convert (RFC 9457). */
export async function readRefusal(response: Response): Promise<Refusal> {
	const { status } = response;
	const text = await response.text().catch(() => "");
	if (status === 401) return { reason: "token" };
	const parsed = problem.safeParse(parseJson(text));
	if (!parsed.success) return { reason: "status", status };
	const { detail, hint } = parsed.data;
	return { reason: "said", status, sentence: [detail, hint].filter(Boolean).join(" ") };
}

/** Whether the document or what was chosen for it is at fault, and not the service. */
export function isAboutDocument(refusal: Refusal): boolean {
	return refusal.reason === "said" && refusal.status < 500;
}
