import { isAllowedHost } from "@cairn/kernel/allowed-host";
import type { MiddlewareHandler } from "hono";
import { conversionError } from "../conversion-error.ts";

/**
 * Refuses what a web page of another site sends, as every browser that reaches the service can be made to do, also under a
 * name of that site's own (DNS rebinding). A token rules both out: no page has one.
 */
export const refuseForeignPages: MiddlewareHandler = async (context, next) => {
	const header = (name: string) => context.req.header(name);
	if (header("authorization") !== undefined) return next();
	if (!isAllowedHost(header("host"))) {
		throw conversionError(
			"forbidden",
			"Without a token the converter answers only to addresses and names of the local network.",
			"Call it by its address, or send Authorization: Bearer <token>.",
		);
	}
	if (isForeign(header("sec-fetch-site"), header("origin"), header("host"))) {
		throw conversionError(
			"forbidden",
			"This was sent by a web page of another site.",
			"Call the converter from a program, or send Authorization: Bearer <token>.",
		);
	}
	return next();
};

function isForeign(site: string | undefined, origin: string | undefined, host: string | undefined): boolean {
	if (site !== undefined) return site !== "same-origin" && site !== "none";
	if (origin === undefined) return false;
	return !URL.canParse(origin) || new URL(origin).host !== host;
}
