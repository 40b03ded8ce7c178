import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { AdminContext, AdminEnv } from "../view/admin-env.ts";
import { answerFailure } from "./error-answers.tsx";

/** The longest form of ours, with room: a claim with all its evidence, each character escaped. */
const FORM_BYTES = 1024 * 1024;
/** The page where one signs in may hold such a form, in base64. */
const LOGIN_BYTES = FORM_BYTES * 1.5;

/** What reads its form as it comes, and counts for itself: a document to convert. */
const COUNTED = new Set(["/convert"]);

const limit = limitTo(FORM_BYTES);
const loginLimit = limitTo(LOGIN_BYTES);

/** Takes no form that is longer than any of ours, whether it says so before or not. */
export const formLimit: MiddlewareHandler<AdminEnv> = (c, next) => {
	if (COUNTED.has(c.req.path)) return next();
	return c.req.path === "/login" ? loginLimit(c, next) : limit(c, next);
};

function limitTo(maxSize: number): MiddlewareHandler<AdminEnv> {
	return bodyLimit({ maxSize, onError: (c) => answerTooLong(c, maxSize) });
}

function answerTooLong(c: AdminContext, bytes: number): Response {
	const { t, format } = c.var.view;
	const message = t.refused.tooLongText(format.bytes(bytes));
	return answerFailure(c, { status: 413, title: t.refused.tooLong, message });
}
