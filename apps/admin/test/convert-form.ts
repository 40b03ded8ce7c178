import type { OpenAdmin } from "./open-admin.ts";

/** What a browser says of a form of the admin's own page. */
export const OWN = { "Sec-Fetch-Site": "same-origin" };

const LETTER = "---\ntitle: A letter\n---\n\n# Hello\n\nKind words.\n";

/** A document to convert. */
export const letter = (name = "letter.md") => new File([LETTER], name);

/** Sends the form of page Convert. */
export function post(
	admin: OpenAdmin,
	fields: Record<string, string | File>,
	headers: Record<string, string> = OWN,
) {
	const body = new FormData();
	for (const [name, value] of Object.entries(fields)) body.set(name, value);
	return admin.request("/convert", { method: "POST", body, headers });
}

/** What the page answers to a form. */
export const answerIn = (html: string) => /id="try-answer"[^>]*>(.*?)<\/div>/.exec(html)?.[1] ?? "";
