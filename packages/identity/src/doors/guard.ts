import { CairnError, type Caller } from "@cairn/kernel";
import type { Access } from "@cairn/operations";
import { answerError, requestIdOf } from "@cairn/operations/http-door";
import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import { mayUse, type Principal } from "../access/principal.ts";
import { scopesFor } from "../access/scope.ts";
import type { Refusals } from "../audit/refusals.ts";
import type { AllowedHosts } from "../hosts/allowed-hosts.ts";
import { type ForwardedRequest, forwardedRequest } from "../hosts/forwarded-request.ts";
import type { TrustedProxies } from "../hosts/trusted-proxies.ts";
import { AccessRefused, unknownCaller } from "./access-refused.ts";
import { bearerToken, hasTokenInQuery } from "./bearer-token.ts";
import type { Credentials, Gate } from "./gate.ts";

export interface GuardOptions {
	readonly gate: Gate;
	readonly proxies: TrustedProxies;
	readonly hosts: Pick<AllowedHosts, "allows">;
	/**
	 * Whose Host header is looked at. No foreign page has a token, so where callers show one their Host may be any;
	 * a door that browsers also reach looks at all.
	 */
	readonly hostsOf: "everybody" | "callers without a token";
	/** Takes note of who is not let in. */
	readonly refusals?: Pick<Refusals, "note"> | undefined;
}

/** What the guard leaves with a request that it let pass. */
export interface GuardEnv {
	readonly Bindings: HttpBindings;
	readonly Variables: { readonly principal: Principal; readonly credentials: Credentials };
}

/**
 * Lets callers in by their token, and by the name under which they reached the server: 421 for a foreign one (DNS
 * rebinding), 401 for a token that is missing, no good, or in the address, 429 for one that calls too often. Each refusal
 * becomes an event.
 */
export function guard(options: GuardOptions): MiddlewareHandler<GuardEnv> {
	const { gate, refusals } = options;
	return async (context, next) => {
		const from = requestFrom(context, options.proxies);
		try {
			const token = requireHeaderToken(context, from);
			if (options.hostsOf === "everybody") await requireHost(options, from);
			const credentials = { token, address: from.address };
			const principal = await gate.identify(credentials);
			if (principal.kind === "local") await requireHost(options, from);
			context.set("principal", principal);
			context.set("credentials", credentials);
		} catch (error) {
			if (!(error instanceof CairnError)) throw error;
			const requestId = requestIdOf(context);
			if (error instanceof AccessRefused)
				await refusals?.note({ caller: error.caller, requestId, object: context.req.path });
			return answerError(context, error, {
				requestId,
				...(error instanceof ForeignHost && { status: 421 }),
			});
		}
		return next();
	};
}

/**
 * Lets only callers pass that may do something with a toolset, for routes that are no operations.
 * 403, naming the scope that is missing, for the others.
 */
export function requireRight(
	{ toolset, access }: { readonly toolset: string; readonly access: Access },
	refusals?: Pick<Refusals, "note">,
): MiddlewareHandler<GuardEnv> {
	return async (context, next) => {
		const caller = context.get("principal");
		if (mayUse(caller, toolset, access)) return next();
		const requestId = requestIdOf(context);
		await refusals?.note({ caller, requestId, object: context.req.path });
		const scopes = scopesFor(toolset, access);
		const sentence = `This needs the scope ${scopes.join(" or ")}, which this token doesn't have. Ask the owner for a token that has it.`;
		return answerError(context, new CairnError("forbidden", sentence, { scope: scopes.at(-1) }), {
			requestId,
		});
	};
}

/** Where a request came from, as far as it can be believed. */
export function requestFrom(context: Context, proxies: TrustedProxies): ForwardedRequest {
	const { incoming } = context.env as HttpBindings;
	const request = {
		peer: incoming.socket.remoteAddress,
		encrypted: "encrypted" in incoming.socket,
		header: (name: string) => context.req.header(name),
	};
	return forwardedRequest(request, proxies);
}

function requireHeaderToken(context: Context, { address }: ForwardedRequest): string | undefined {
	const caller = unknownCaller(address);
	if (hasTokenInQuery(new URL(context.req.url).searchParams)) throw tokenInAddress(caller);
	return bearerToken(context.req.header("authorization"));
}

async function requireHost(
	{ hosts, gate }: GuardOptions,
	{ host, address }: ForwardedRequest,
): Promise<void> {
	if (await hosts.allows(host)) return;
	const caller = unknownCaller(address);
	const more = (await gate.wantsToken()) ? "" : " Or set a token: callers who show it may use any name.";
	throw new ForeignHost(caller, more);
}

class ForeignHost extends AccessRefused {
	constructor(caller: Caller, more: string) {
		super(
			"forbidden",
			`This server answers to addresses and names of the local network, and to the names that the owner allowed: add this one on the page Settings, or to CAIRN_ALLOWED_HOSTS.${more}`,
			{ caller },
		);
	}
}

function tokenInAddress(caller: Caller): AccessRefused {
	return new AccessRefused(
		"unauthorized",
		"A token belongs in the header Authorization: Bearer <token>, never in an address, which is logged and passed on. If this one was real, ask the owner to replace it.",
		{ caller },
	);
}
