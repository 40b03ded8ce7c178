/** The stable codes of everything that a caller can be told. Each door maps them to its own language in one table. */
export const ERROR_CODES = [
	"invalid_input",
	"unauthorized",
	"forbidden",
	"not_found",
	"version_conflict",
	"quota_exceeded",
	"too_large",
	"rate_limited",
	"unavailable",
	"upstream_failed",
	"cancelled",
	"internal",
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** What a program may want to know beside the sentence; goes out as JSON, so it must hold no secret and no host path. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

/**
 * The one error that crosses a door. Its message is a sentence that tells a person what to do next.
 * Anything else that is thrown is a defect: a door logs it under an id and lets only that id out.
 */
export class CairnError extends Error {
	override readonly name: string = "CairnError";
	readonly code: ErrorCode;
	readonly details: ErrorDetails;

	constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
		super(message);
		this.code = code;
		this.details = details;
	}
}

/** Whether a string, for example from another process, is one of our codes. */
export function isErrorCode(value: unknown): value is ErrorCode {
	return ERROR_CODES.some((code) => code === value);
}
