import { createHash, timingSafeEqual } from "node:crypto";
import { CairnError } from "@cairn/kernel";
import { plainAddress } from "@cairn/kernel/allowed-host";
import type { GuessLimit } from "@cairn/kernel/guess-limit";
import {
	isAgentToken,
	type TokenBearer,
	type TokenIntrospector,
	type TokenStanding,
} from "@cairn/kernel/token-introspection";
import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import { conversionError } from "../conversion-error.ts";

/** What an agent's token needs to be good for here. */
export const CONVERT_SCOPE = "convert:run";

/**
 * Lets callers in that send the service's own token, compared in constant time, or an agent's token for which the
 * registry says that it may convert. Without either setting there is no token to ask for. The service's own token needs
 * no registry; whoever is refused is noted there, if there is one. Who guessed too often is not even told that a guess was
 * right; agents' own tokens go on, as nobody guesses those.
 */
export function authenticate({
	token,
	introspector,
	guesses,
}: {
	readonly token: string | undefined;
	readonly introspector: TokenIntrospector | undefined;
	readonly guesses: GuessLimit;
}): MiddlewareHandler {
	const own = token === undefined ? undefined : digest(token);
	const isGuess = (given: string) =>
		introspector === undefined || !isAgentToken(given) || isAgentToken(token);
	return async (context, next) => {
		if (own === undefined && introspector === undefined) return next();
		const given = /^Bearer +(\S+) *$/i.exec(context.req.header("authorization") ?? "")?.[1];
		const bearer = bearerOf(context);
		const { address } = bearer;
		const wait = given !== undefined && isGuess(given) ? guesses.waitSeconds(address) : undefined;
		if (wait !== undefined) throw tooManyGuesses(wait);
		if (own !== undefined && given !== undefined && timingSafeEqual(digest(given), own)) return next();
		// Before anything is waited for, so that many at once are no more than one after the other.
		const isCounted = given !== undefined && isGuess(given);
		if (isCounted) guesses.count(address);
		if (introspector === undefined) throw refusal(given);
		if (given === undefined && own !== undefined) {
			// Where there is a token of its own, a caller without any has none to be asked about.
			await introspector.noteRefusal(bearer);
			throw refusal(given);
		}
		const forgive = () => isCounted && guesses.giveBack(address);
		const shown = { given, bearer, isOpenRefused: own !== undefined };
		const standing = await lookUp(introspector, shown).catch((error: unknown) => {
			forgive();
			throw error;
		});
		if (standing.active) forgive();
		requireScope(standing, given);
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
	/** Whether a token is worth nothing here that a registry takes which takes any. */
	readonly isOpenRefused: boolean;
}

/**
 * What the registry says of a token. One that asks nobody for a token yet takes whatever is shown, which proves nothing to a
 * service that has a token of its own.
 */
async function lookUp(
	introspector: TokenIntrospector,
	{ given, bearer, isOpenRefused }: Shown,
): Promise<TokenStanding> {
	try {
		const standing = await introspector.look(given, bearer);
		const mayBeAny = isOpenRefused && standing.active && standing.scopes === "all";
		if (!mayBeAny || !(await introspector.look(undefined)).active) return standing;
		await introspector.noteRefusal(bearer);
		return { active: false };
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

/** What an address is told that showed too many wrong tokens. */
export function tooManyGuesses(seconds: number): CairnError {
	const { code, message, details } = conversionError(
		"too_many_guesses",
		`Too many wrong tokens came from this address. Try again in ${seconds} seconds.`,
	);
	return new CairnError(code, message, { ...details, retry_after_seconds: seconds });
}

/** Equal lengths, so that neither length nor content shows in the time that a comparison takes. */
function digest(text: string): Buffer {
	return createHash("sha256").update(text).digest();
}
