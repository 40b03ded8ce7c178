import { createHash, timingSafeEqual } from "node:crypto";
import { CairnError } from "@cairn/kernel";
import { answerError } from "@cairn/operations/http-door";
import type { MiddlewareHandler } from "hono";

/** Lets only callers in that send the shared token, compared in constant time. */
export function bearerToken(token: string): MiddlewareHandler {
	const expected = digest(token);
	return async (context, next) => {
		const given = /^Bearer +(\S+) *$/i.exec(context.req.header("authorization") ?? "")?.[1];
		if (given !== undefined && timingSafeEqual(digest(given), expected)) {
			await next();
			return undefined;
		}
		context.header("www-authenticate", 'Bearer realm="cairn"');
		const sentence =
			given === undefined
				? "This server wants a token: send Authorization: Bearer <token>; for cairn mcp, set TOOLS_REGISTRY_TOKEN."
				: "The token is not the one of this server: check TOOLS_REGISTRY_TOKEN.";
		return answerError(context, new CairnError("unauthorized", sentence));
	};
}

/** Equal lengths, so that neither length nor content shows in the time that a comparison takes. */
function digest(text: string): Buffer {
	return createHash("sha256").update(text).digest();
}
