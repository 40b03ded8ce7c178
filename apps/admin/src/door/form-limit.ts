import { CairnError } from "@cairn/kernel";
import type { BodyRoom } from "@cairn/kernel/body-room";
import { holdBody } from "@cairn/operations/hold-body";
import type { MiddlewareHandler } from "hono";
import type { AdminContext, AdminEnv } from "../view/admin-env.ts";
import { answerFailure } from "./error-answers.tsx";
import { isPlainForm } from "./plain-form.ts";

/** The longest form of ours, with room: a claim with all its evidence, each character escaped. */
const FORM_BYTES = 1024 * 1024;
/** The page where one signs in may hold such a form, in base64. */
const LOGIN_BYTES = FORM_BYTES * 1.5;

/** What reads its form as it comes, and counts for itself: a document to convert. */
const COUNTED = new Set(["/convert"]);

/**
 * Takes no form that is longer than any of ours, whether it says so before or not; and all that are under way hold only so
 * much.
 */
export function formLimit(room: BodyRoom): MiddlewareHandler<AdminEnv> {
	const limit = limitTo(FORM_BYTES, room);
	const loginLimit = limitTo(LOGIN_BYTES, room);
	return (c, next) => {
		// A plain form is read whole, to whatever page it is sent.
		if (COUNTED.has(c.req.path) && !isPlainForm(c)) return next();
		const take = c.req.path === "/login" ? loginLimit : limit;
		return take(c, next);
	};
}

function limitTo(mostBytes: number, room: BodyRoom): MiddlewareHandler<AdminEnv> {
	const tooLarge = () => new CairnError("too_large", "A form is shorter than this.");
	return holdBody({
		room,
		mostBytes,
		tooLarge,
		refuse: (c, error) => refuse(c as AdminContext, { error, mostBytes }),
	});
}

function refuse(
	c: AdminContext,
	{ error, mostBytes }: { readonly error: CairnError; readonly mostBytes: number },
): Response | Promise<Response> {
	const { t, format } = c.var.view;
	if (error.code === "too_large")
		return answerFailure(c, {
			status: 413,
			title: t.refused.tooLong,
			message: t.refused.tooLongText(format.bytes(mostBytes)),
		});
	const { retry_after_seconds: seconds } = error.details;
	if (typeof seconds === "number") c.header("Retry-After", String(seconds));
	return answerFailure(c, { status: 503, title: t.refused.crowded, message: t.refused.crowdedText });
}
