import { CairnError, type ErrorCode } from "@cairn/kernel";

/** Why a conversion is refused or failed: the error's code, its HTTP status, whether the same request may work later. */
export const reasons = {
	wrong_parameter: { code: "invalid_input", status: 400, retryable: false },
	wrong_pages: { code: "invalid_input", status: 400, retryable: false },
	unauthorized: { code: "unauthorized", status: 401, retryable: false },
	too_many_guesses: { code: "rate_limited", status: 429, retryable: true },
	forbidden: { code: "forbidden", status: 403, retryable: false },
	not_found: { code: "not_found", status: 404, retryable: false },
	wrong_method: { code: "invalid_input", status: 405, retryable: false },
	slow_body: { code: "cancelled", status: 408, retryable: true },
	no_body: { code: "invalid_input", status: 411, retryable: false },
	too_large: { code: "too_large", status: 413, retryable: false },
	wrong_format: { code: "invalid_input", status: 415, retryable: false },
	empty: { code: "invalid_input", status: 422, retryable: false },
	damaged: { code: "invalid_input", status: 422, retryable: false },
	encrypted: { code: "invalid_input", status: 422, retryable: false },
	too_complex: { code: "quota_exceeded", status: 422, retryable: false },
	internal: { code: "internal", status: 500, retryable: true },
	engine_failed: { code: "upstream_failed", status: 500, retryable: true },
	engine_missing: { code: "unavailable", status: 503, retryable: false },
	busy: { code: "rate_limited", status: 503, retryable: true },
	tokens_unknown: { code: "unavailable", status: 503, retryable: true },
	timeout: { code: "upstream_failed", status: 504, retryable: false },
	client_gone: { code: "cancelled", status: 499, retryable: true },
} as const satisfies Record<string, { code: ErrorCode; status: number; retryable: boolean }>;

export type Reason = keyof typeof reasons;

/** What a caller is told: what is wrong, as a sentence, and what to do about it. */
export function conversionError(reason: Reason, sentence: string, hint?: string): CairnError {
	return new CairnError(reasons[reason].code, sentence, { reason, ...(hint !== undefined && { hint }) });
}

/** The reason that `conversionError` gave an error; undefined for any other one. */
export function reasonOf(error: unknown): Reason | undefined {
	if (!(error instanceof CairnError)) return undefined;
	const { reason } = error.details;
	return typeof reason === "string" && Object.hasOwn(reasons, reason) ? (reason as Reason) : undefined;
}
