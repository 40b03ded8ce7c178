import type { CairnError } from "@cairn/kernel";
import { isAllowedHost } from "@cairn/kernel/allowed-host";
import type { Context, MiddlewareHandler } from "hono";
import { conversionError } from "../conversion-error.ts";

/**
 * Refuses what a web page of another site sends, as every browser that reaches the service can be made to do, also under a
 * name of that site's own (DNS rebinding), and has that noted. A token rules both out: no page has one.
 */
export function refuseForeignPages(note: (context: Context) => Promise<void>): MiddlewareHandler {
	return async (context, next) => {
		const fault = foreignness((name) => context.req.header(name));
		if (fault === undefined) return next();
		await note(context);
		throw fault;
	};
}

function foreignness(header: (name: string) => string | undefined): CairnError | undefined {
	if (header("authorization") !== undefined) return undefined;
	if (!isAllowedHost(header("host"))) {
		return conversionError(
			"forbidden",
			"Without a token the converter answers only to addresses and names of the local network.",
			"Call it by its address, or send Authorization: Bearer <token>.",
		);
	}
	if (isForeign(header("sec-fetch-site"), header("origin"), header("host"))) {
		return conversionError(
			"forbidden",
			"This was sent by a web page of another site.",
			"Call the converter from a program, or send Authorization: Bearer <token>.",
		);
	}
	return undefined;
}

function isForeign(site: string | undefined, origin: string | undefined, host: string | undefined): boolean {
	if (site !== undefined) return site !== "same-origin" && site !== "none";
	if (origin === undefined) return false;
	return !URL.canParse(origin) || new URL(origin).host !== host;
}
