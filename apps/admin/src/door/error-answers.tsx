import { CairnError, type ErrorCode } from "@cairn/kernel";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Services } from "../services.ts";
import { ErrorMessage, PartError, type Place } from "../ui/error-page.tsx";
import type { Sentence } from "../ui/sentence-text.tsx";
import type { AdminContext } from "../view/admin-env.ts";
import { renderFragment, renderPage, wantsFragment } from "../view/render.tsx";
import { tellableMessage } from "./settle.ts";

const STATUS: Readonly<Record<ErrorCode, ContentfulStatusCode>> = {
	invalid_input: 422,
	unauthorized: 401,
	forbidden: 403,
	not_found: 404,
	version_conflict: 409,
	quota_exceeded: 409,
	too_large: 413,
	rate_limited: 429,
	unavailable: 503,
	upstream_failed: 502,
	cancelled: 503,
	internal: 500,
};

/** Turns what a page threw into its answer: the sentence of a CairnError, or the id of a defect. */
export function answerError(c: AdminContext, services: Services, error: unknown): Response {
	const status = error instanceof CairnError ? STATUS[error.code] : 500;
	const message = tellableMessage({ logger: services.logger, t: c.var.view.t }, error);
	return answerFailure(c, { status, message, see: wayOut(error) });
}

/** Answers an address that no page has. */
export function answerNotFound(c: AdminContext): Response {
	return answerFailure(c, { status: 404, message: c.var.view.t.errors.noPage });
}

export interface Failure {
	status: ContentfulStatusCode;
	/** In a few words; the usual ones for the status, unless told. */
	title?: string;
	message: Sentence;
	/** Where the message sends its reader. */
	see?: Place | undefined;
}

/** The place that an error of a page names in its details. */
function wayOut(error: unknown): Place | undefined {
	const see = error instanceof CairnError ? error.details.see : undefined;
	if (typeof see !== "object" || see === null || !("href" in see) || !("label" in see)) return undefined;
	const { href, label } = see;
	return typeof href === "string" && typeof label === "string" ? { href, label } : undefined;
}

/** Answers with a page, or a piece of one, that says what went wrong and what to do. */
export function answerFailure(c: AdminContext, { status, message, see, ...failure }: Failure): Response {
	if (wantsFragment(c)) return renderFragment(c, <PartError message={message} />, status);
	const { t } = c.var.view;
	const usual = status === 404 ? t.errors.notFound : status === 503 ? t.errors.unavailable : t.errors.failed;
	const title = failure.title ?? usual;
	return renderPage(c, {
		title,
		status,
		body: <ErrorMessage status={status} title={title} message={message} see={see} />,
	});
}
