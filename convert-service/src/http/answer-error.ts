import { STATUS_CODES } from "node:http";
import type { CairnError } from "@cairn/kernel";
import { type Reason, reasonOf, reasons } from "../conversion-error.ts";

/** After this time a registry that was away may be back. */
const TOKENS_RETRY_SECONDS = 5;

export interface AnswerErrorOptions {
	readonly requestId: string;
	/** What the caller wants to read: problem+json or plain text. */
	readonly accept: string | undefined;
	/** The method that the address takes, when it was another one; POST where it is not said. */
	readonly allow?: string;
	/** Seconds after which a busy service should be asked again. */
	readonly retryAfter: number;
}

/** What a caller is answered: sentences, or a problem (RFC 9457) where its Accept header asks for JSON. */
export function answerError(error: CairnError, options: AnswerErrorOptions): Response {
	const reason = reasonOf(error) ?? "internal";
	const { status } = reasons[reason];
	const hint = typeof error.details.hint === "string" ? error.details.hint : undefined;
	const headers = new Headers(headersOf(reason, options));
	const { retry_after_seconds: seconds } = error.details;
	if (typeof seconds === "number") headers.set("retry-after", String(seconds));
	if (/application\/(problem\+)?json/i.test(options.accept ?? "")) {
		headers.set("content-type", "application/problem+json");
		const problem = {
			type: "about:blank",
			title: STATUS_CODES[status] ?? "Client Closed Request",
			status,
			detail: error.message,
			code: reason,
			...(hint !== undefined && { hint }),
			retryable: reasons[reason].retryable,
			request_id: options.requestId,
		};
		return new Response(JSON.stringify(problem), { status, headers });
	}
	headers.set("content-type", "text/plain; charset=utf-8");
	return new Response(`${[error.message, hint].filter(Boolean).join(" ")}\n`, { status, headers });
}

function headersOf(
	reason: Reason,
	{ requestId, retryAfter, allow = "POST" }: AnswerErrorOptions,
): Record<string, string> {
	return {
		"x-request-id": requestId,
		"cache-control": "no-store",
		...(reason === "unauthorized" && { "www-authenticate": 'Bearer realm="cairn-convert"' }),
		...(reason === "busy" && { "retry-after": `${retryAfter}` }),
		...(reason === "tokens_unknown" && { "retry-after": `${TOKENS_RETRY_SECONDS}` }),
		...(reason === "wrong_method" && { allow }),
		// The rest of the body is not read: the connection is of no further use.
		...((reason === "too_large" || reason === "busy") && { connection: "close" }),
	};
}
