import { isIP } from "node:net";
import { type Gate, type Principal, type Refusal, type Refusals, unknownCaller } from "@cairn/identity";
import { type GuardOptions, requestFrom } from "@cairn/identity/guard";
import { CairnError } from "@cairn/kernel";
import { INTROSPECTION_PATH, OBJECT_CHARACTERS } from "@cairn/kernel/token-introspection";
import { answerError } from "@cairn/operations/http-door";
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import * as z from "zod";

/** A token and its braces fit many times. */
const MAX_BODY_BYTES = 4 * 1024;

const question = z.object({
	token: z.string().max(1000).optional(),
	scope: z.string().max(40).optional(),
	caller: z
		.object({
			address: z.string().refine((address) => isIP(address) !== 0),
			object: z.string().max(OBJECT_CHARACTERS),
		})
		.optional(),
	refused: z.boolean().optional(),
});

type Question = z.infer<typeof question>;

export interface IntrospectionOptions {
	readonly gate: Pick<Gate, "introspect">;
	readonly proxies: GuardOptions["proxies"];
	readonly refusals: Pick<Refusals, "note">;
}

/**
 * `POST /tokens/introspect {token?, scope?, caller?, refused?}`, after RFC 7662: whether the token that a service was shown
 * is good, and for what; without one, whether callers without a token are let in. Whoever asks shows no token of his own:
 * the answer tells nothing that a call with the token wouldn't. A service that says what the token is wanted for, or who
 * showed it, has it noted when the token isn't good for that, as it has no record of its own; `refused` notes what it
 * refused for another reason. That the caller is at such an address is its word alone, and kept as such.
 */
export function createIntrospectionRoutes({ gate, proxies, refusals }: IntrospectionOptions): Hono {
	const app = new Hono();
	const limit = bodyLimit({
		maxSize: MAX_BODY_BYTES,
		onError: (context) => answerError(context, new CairnError("too_large", "A token is shorter than this.")),
	});
	app.post(INTROSPECTION_PATH, limit, async (context) => {
		const asked = question.safeParse(await context.req.json().catch(() => undefined));
		if (!asked.success) return answerError(context, noQuestion());
		const { address } = requestFrom(context, proxies);
		const principal = asked.data.refused
			? undefined
			: await gate.introspect({ token: asked.data.token, address });
		if (isToBeNoted(asked.data, principal))
			await refusals.note(refusalOf(context, { asked: asked.data, principal, address, proxies }));
		context.header("cache-control", "no-store");
		return context.json(principal === undefined ? { active: false } : standingOf(principal));
	});
	app.all(INTROSPECTION_PATH, (context) => {
		context.header("allow", "POST");
		return answerError(context, new CairnError("invalid_input", "Tokens are asked about by POST."), {
			status: 405,
		});
	});
	return app;
}

function isToBeNoted({ scope, caller, refused }: Question, principal: Principal | undefined): boolean {
	if (refused) return true;
	if (scope !== undefined) return !isGoodFor(principal, scope);
	return caller !== undefined && principal === undefined;
}

function isGoodFor(principal: Principal | undefined, scope: string): boolean {
	if (principal === undefined) return false;
	return principal.scopes === "all" || [...principal.scopes].some((one) => one === scope);
}

interface Asked {
	readonly asked: Question;
	readonly principal: Principal | undefined;
	/** Of the service that asks, or of whom a trusted proxy says that it asks for him. */
	readonly address: string;
	readonly proxies: GuardOptions["proxies"];
}

/** Where the service is one whose word is taken, the caller's address stands there as if it had come here. */
function refusalOf(context: Context, { asked, principal, address, proxies }: Asked): Refusal {
	const { caller, scope = "" } = asked;
	const known = principal ?? unknownCaller(address);
	if (caller === undefined) return { caller: known, object: scope };
	const { remoteAddress = "" } = (context.env as HttpBindings).incoming.socket;
	const isBelieved = proxies.trusts(remoteAddress) || caller.address === address;
	return {
		caller: { ...known, address: caller.address },
		object: caller.object,
		...(!isBelieved && { toldBy: address }),
	};
}

function standingOf({ scopes, agentId }: Principal) {
	return {
		active: true,
		scopes: scopes === "all" ? scopes : [...scopes],
		...(agentId !== undefined && { agent_id: agentId }),
	};
}

function noQuestion(): CairnError {
	return new CairnError("invalid_input", 'Send the token to ask about as JSON: {"token": "cairn_…"}.');
}
