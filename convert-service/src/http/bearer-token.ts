import { createHash, timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { conversionError } from "../conversion-error.ts";

/** Lets only callers in that send the service's token, compared in constant time. */
export function bearerToken(token: string): MiddlewareHandler {
	const expected = digest(token);
	return async (context, next) => {
		const given = /^Bearer +(\S+) *$/i.exec(context.req.header("authorization") ?? "")?.[1];
		if (given !== undefined && timingSafeEqual(digest(given), expected)) return next();
		throw given === undefined
			? conversionError("unauthorized", "The converter wants a token.", "Send Authorization: Bearer <token>.")
			: conversionError(
					"unauthorized",
					"The token is not the one of this converter.",
					"Compare it with CONVERT_TOKEN of the service; the scripts send TOOLS_CONVERT_TOKEN.",
				);
	};
}

/** Equal lengths, so that neither length nor content shows in the time that a comparison takes. */
function digest(text: string): Buffer {
	return createHash("sha256").update(text).digest();
}
