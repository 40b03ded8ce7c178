import { CairnError, type ErrorCode, isErrorCode } from "@cairn/kernel";

/** The one table from our codes to HTTP. */
const HTTP_STATUS = {
	invalid_input: 400,
	unauthorized: 401,
	forbidden: 403,
	not_found: 404,
	version_conflict: 409,
	too_large: 413,
	quota_exceeded: 422,
	rate_limited: 429,
	cancelled: 499,
	internal: 500,
	upstream_failed: 502,
	unavailable: 503,
} as const satisfies Record<ErrorCode, number>;

const TITLE: Record<ErrorCode, string> = {
	invalid_input: "The request does not fit this operation",
	unauthorized: "A token is needed",
	forbidden: "This token may not do that",
	not_found: "Not found",
	version_conflict: "The file has moved on",
	too_large: "Too large",
	quota_exceeded: "A quota is used up",
	rate_limited: "Too many requests",
	cancelled: "The caller cancelled",
	internal: "A fault inside Cairn",
	upstream_failed: "A service that Cairn uses failed",
	unavailable: "Not available at the moment",
};

/** RFC 9457 problem details, with our code and the error's own details as extension members. */
export interface Problem {
	readonly type: string;
	readonly title: string;
	readonly status: number;
	readonly detail: string;
	readonly code: ErrorCode;
	readonly request_id: string;
	readonly details?: Readonly<Record<string, unknown>>;
}

/** An error as the HTTP door tells it. */
export function toProblem(error: CairnError, requestId: string): Problem {
	return {
		type: `urn:cairn:error:${error.code}`,
		title: TITLE[error.code],
		status: HTTP_STATUS[error.code],
		detail: error.message,
		code: error.code,
		request_id: requestId,
		...(Object.keys(error.details).length > 0 && { details: error.details }),
	};
}

/** The same error again, on the other side of the HTTP door; undefined when the body is none of our problems. */
export function fromProblem(body: unknown): CairnError | undefined {
	if (typeof body !== "object" || body === null) return undefined;
	const code = "code" in body ? body.code : undefined;
	const detail = "detail" in body ? body.detail : undefined;
	if (!isErrorCode(code) || typeof detail !== "string") return undefined;
	const details =
		"details" in body && typeof body.details === "object" && body.details !== null ? body.details : {};
	return new CairnError(code, detail, { ...details });
}
