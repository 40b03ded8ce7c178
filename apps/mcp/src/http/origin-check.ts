import { CairnError } from "@cairn/kernel";
import { answerError } from "@cairn/operations/http-door";
import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";

/** What a page may read of an answer beside its body. */
const EXPOSED = ["mcp-session-id", "x-request-id", "retry-after", "www-authenticate"];

/**
 * Guards against web pages: a browser says from which page a request comes, and only pages of this very server, or of an
 * origin that the owner named, may call it. Programs send no Origin and pass.
 * @param allowed such as https://inspector.example.org
 */
export function originCheck(allowed: readonly string[]): MiddlewareHandler {
	const share = cors({
		origin: (origin) => (allowed.includes(origin) ? origin : null),
		allowMethods: ["GET", "POST", "DELETE", "OPTIONS"],
		exposeHeaders: EXPOSED,
		maxAge: 600,
	});
	return async (context, next) => {
		const origin = context.req.header("origin");
		if (origin === undefined || isOwn(origin, context.req.header("host"))) return next();
		if (allowed.includes(origin)) return share(context, next);
		const sentence =
			"A web page of another origin may not call this server. Name its origin in CAIRN_MCP_ALLOWED_ORIGINS, if it shall.";
		return answerError(context, new CairnError("forbidden", sentence));
	};
}

/** Whether an origin is that of the server to which the request went. */
function isOwn(origin: string, host: string | undefined): boolean {
	return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}
