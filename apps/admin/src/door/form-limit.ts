import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { AdminEnv } from "../view/admin-env.ts";

/** The longest form of ours, with room: a claim with all its evidence, each character escaped. */
const FORM_BYTES = 1024 * 1024;

const limit = bodyLimit({
	maxSize: FORM_BYTES,
	onError: (c) => c.text("This form is too long. Shorten what is in it, and send it again.\n", 413),
});

/** What reads its form as it comes, and counts for itself: a document to convert. */
const COUNTED = new Set(["/convert"]);

/** Takes no form that is longer than any of ours. */
export const formLimit: MiddlewareHandler<AdminEnv> = (c, next) =>
	COUNTED.has(c.req.path) ? next() : limit(c, next);
