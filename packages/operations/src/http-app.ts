import { CairnError, createId } from "@cairn/kernel";
import type { Logger } from "@cairn/kernel/logger";
import type { ErrorHandler, MiddlewareHandler } from "hono";
import { answerError, answeredCode, problemResponse, requestIdOf } from "./http-door.ts";

/** One line a request, with the code of the error that it was answered with; never its query, body or headers. */
export function logRequests(logger: Logger, isNews: (path: string) => boolean): MiddlewareHandler {
	return async (context, next) => {
		const startedAt = performance.now();
		await next();
		const { method, path } = context.req;
		const { status, headers } = context.res;
		const code = answeredCode(context);
		const requestId = headers.get("x-request-id") ?? undefined;
		const durationMs = Math.round(performance.now() - startedAt);
		// At debug level the probes that come every few seconds, and callers that went away.
		const level = status >= 500 ? "warn" : isNews(path) && code !== "cancelled" ? "info" : "debug";
		logger[level]({ method, path, status, code, requestId, durationMs }, "request");
	};
}

/** Answers what a handler threw: a CairnError as it is, anything else by the id under which the log has it. */
export function answerThrown(logger: Logger): ErrorHandler {
	return (error, context) => {
		const requestId = requestIdOf(context);
		return answerError(context, tell(error, { logger, requestId }), { requestId });
	};
}

/**
 * Answers what is HTTP but reaches no route: an address can't be made of the request's target and Host header.
 * `isUnreadable` says whether what was thrown is of that kind.
 */
export function answerUnrouted(
	logger: Logger,
	isUnreadable: (error: unknown) => boolean,
): (error: unknown) => Response {
	return (error) => {
		const requestId = createId("req");
		if (!isUnreadable(error)) return problemResponse(tell(error, { logger, requestId }), { requestId });
		const sentence = "The address of this request or its Host header can't be read.";
		return problemResponse(new CairnError("invalid_input", sentence), { requestId, status: 400 });
	};
}

function tell(
	error: unknown,
	{ logger, requestId }: { readonly logger: Logger; readonly requestId: string },
): CairnError {
	if (error instanceof CairnError) return error;
	logger.error({ err: error, requestId }, "defect");
	return new CairnError(
		"internal",
		`Something went wrong inside Cairn. The log has the details under ${requestId}.`,
	);
}
