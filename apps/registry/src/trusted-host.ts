import { isIP } from "node:net";
import { CairnError } from "@cairn/kernel";
import { answerError } from "@cairn/operations/http-door";
import type { MiddlewareHandler } from "hono";

/**
 * Guards a server without a token against DNS rebinding: a foreign web page can point a name of its own at this machine,
 * but not an address, a bare host name or a name of the local network. 421 for all others.
 */
export const trustedHost: MiddlewareHandler = async (context, next) => {
	const host = context.req.header("host") ?? "";
	if (isLocalName(host)) {
		await next();
		return undefined;
	}
	const sentence =
		"Without a token this server answers only to addresses and names of the local network. Set TOOLS_REGISTRY_TOKEN.";
	return answerError(context, new CairnError("forbidden", sentence), { status: 421 });
};

/** Whether a Host header names an address, a bare host name, or something under .local, .lan, .internal or .home.arpa. */
function isLocalName(hostHeader: string): boolean {
	const host = hostHeader.replace(/:\d{1,5}$/, "").toLowerCase();
	if (isIP(host.replace(/^\[(.+)\]$/, "$1")) !== 0) return true;
	return /^[a-z0-9-]+$/.test(host) || /^[a-z0-9.-]+\.(local|lan|internal|localhost|home\.arpa)$/.test(host);
}
