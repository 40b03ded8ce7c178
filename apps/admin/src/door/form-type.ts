import type { MiddlewareHandler } from "hono";
import type { AdminEnv } from "../view/admin-env.ts";
import { answerFailure } from "./error-answers.tsx";
import { isPlainForm } from "./plain-form.ts";

/** What takes files, and reads its form as it comes. */
const WITH_FILES = new Set(["/convert"]);

/**
 * Takes a body only as a plain form, as all of our forms but one are: what else is sent was written by no page of ours, and
 * an envelope with files would be read whole into memory, or can't be read at all.
 */
export const formType: MiddlewareHandler<AdminEnv> = async (c, next) => {
	const hasType = c.req.header("Content-Type") !== undefined;
	if (!hasType || isPlainForm(c) || WITH_FILES.has(c.req.path)) return next();
	const { wrongForm: title, wrongFormText: message } = c.var.view.t.refused;
	return answerFailure(c, { status: 415, title, message });
};
