import type { MiddlewareHandler } from "hono";
import type { AdminEnv } from "../view/admin-env.ts";
import { answerFailure } from "./error-answers.tsx";
import { isPlainForm } from "./plain-form.ts";

/** More fields than any form of ours has: to read half a million of them would hold everybody up. */
const MAX_FIELDS = 2_000;
/** Between two fields of a form. */
const AMPERSAND = 0x26;

/** Refuses a form with more fields than any of ours has, before it is taken apart. */
export const fieldLimit: MiddlewareHandler<AdminEnv> = async (c, next) => {
	if (!isPlainForm(c)) return next();
	const fields = countOf(AMPERSAND, new Uint8Array(await c.req.arrayBuffer()));
	if (fields <= MAX_FIELDS) return next();
	const { wrongForm: title, wrongFormText: message } = c.var.view.t.refused;
	return answerFailure(c, { status: 400, title, message });
};

function countOf(byte: number, bytes: Uint8Array): number {
	let count = 0;
	for (let at = bytes.indexOf(byte); at !== -1; at = bytes.indexOf(byte, at + 1)) count++;
	return count;
}
