import { createHash, timingSafeEqual } from "node:crypto";
import { CairnError } from "@cairn/kernel";
import { plainAddress } from "@cairn/kernel/allowed-host";
import type { TokenBearer, TokenIntrospector, TokenStanding } from "@cairn/kernel/token-introspection";
import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import { conversionError } from "../conversion-error.ts";

/** What an agent's token needs to be good for here. */
export const CONVERT_SCOPE = "convert:run";

/**
 * Lets callers in that send the service's own token, compared in constant time, or an agent's token for which the
 * registry says that it may convert. Without either setting there is no token to ask for. The service's own token needs
 * no registry; whoever is refused is noted there, if there is one.
 */
export function authenticate({
	token,
	introspector,
}: {
	readonly token: string | undefined;
	readonly introspector: TokenIntrospector | undefined;
}): MiddlewareHandler {
	const own = token === undefined ? undefined : digest(token);
	return async (context, next) => {
		if (own === undefined && introspector === undefined) return next();
		const given = /^Bearer +(\S+) *$/i.exec(context.req.header("authorization") ?? "")?.[1];
		if (own !== undefined && given !== undefined && timingSafeEqual(digest(given), own)) return next();
		if (introspector === undefined) throw refusal(given);
		const bearer = bearerOf(context);
		if (given === undefined && own !== undefined) {
			// Where there is a token of its own, a caller without any has none to be asked about.
			await introspector.noteRefusal(bearer);
			throw refusal(given);
		}
		requireScope(await lookUp(introspector, { given, bearer }), given);
		return next();
	};
}

/** Who sent a request, and what for, as the registry's audit tells it. */
export function bearerOf({ env, req }: Context): TokenBearer {
	const { remoteAddress = "" } = (env as HttpBindings).incoming.socket;
	return { address: plainAddress(remoteAddress), object: `convert ${req.method} ${req.path}` };
}

interface Shown {
	readonly given: string | undefined;
	readonly bearer: TokenBearer;
}

async function lookUp(introspector: TokenIntrospector, { given, bearer }: Shown): Promise<TokenStanding> {
	try {
		return await introspector.look(given, bearer);
	} catch (error) {
		if (!(error instanceof CairnError)) throw error;
		throw conversionError("tokens_unknown", error.message);
	}
}

function requireScope(standing: TokenStanding, given: string | undefined): void {
	if (!standing.active) throw refusal(given);
	if (standing.scopes === "all" || standing.scopes.includes(CONVERT_SCOPE)) return;
	throw conversionError(
		"forbidden",
		"This token may not convert.",
		`Ask the owner for a token with the scope ${CONVERT_SCOPE}.`,
	);
}

function refusal(given: string | undefined): CairnError {
	if (given === undefined) {
		return conversionError(
			"unauthorized",
			"The converter wants a token.",
			"Send Authorization: Bearer <token>.",
		);
	}
	return conversionError(
		"unauthorized",
		"The token is not the one of this converter, nor an agent's that is in use.",
		"Compare it with CONVERT_TOKEN of the service, or look on the page Agents whether it is paused or has expired; the scripts send TOOLS_CONVERT_TOKEN.",
	);
}

/** Equal lengths, so that neither length nor content shows in the time that a comparison takes. */
function digest(text: string): Buffer {
	return createHash("sha256").update(text).digest();
}
