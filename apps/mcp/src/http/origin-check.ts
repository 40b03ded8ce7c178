import { type Refusals, type TrustedProxies, unknownCaller } from "@cairn/identity";
import { requestFrom } from "@cairn/identity/guard";
import { CairnError } from "@cairn/kernel";
import { answerError, requestIdOf } from "@cairn/operations/http-door";
import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";

/** What a page may read of an answer beside its body. */
const EXPOSED = ["mcp-session-id", "x-request-id", "retry-after", "www-authenticate"];

export interface OriginCheckOptions {
	/** Such as https://inspector.example.org. */
	readonly allowed: readonly string[];
	readonly proxies: TrustedProxies;
	/** Takes note of who is not let in. */
	readonly refusals: Pick<Refusals, "note">;
}

/**
 * Guards against web pages: a browser says from which page a request comes, and only pages of this very server, or of an
 * origin that the owner named, may call it. Programs send no Origin and pass. Each refusal becomes an event.
 */
export function originCheck({ allowed, proxies, refusals }: OriginCheckOptions): MiddlewareHandler {
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
		const requestId = requestIdOf(context);
		const caller = unknownCaller(requestFrom(context, proxies).address);
		await refusals.note({ caller, requestId, object: context.req.path });
		return answerError(context, new CairnError("forbidden", sentence), { requestId });
	};
}

/** Whether an origin is that of the server to which the request went. */
function isOwn(origin: string, host: string | undefined): boolean {
	return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}
