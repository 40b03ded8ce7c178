import { type Gate, type Principal, type Refusals, unknownCaller } from "@cairn/identity";
import { type GuardOptions, requestFrom } from "@cairn/identity/guard";
import { CairnError } from "@cairn/kernel";
import { INTROSPECTION_PATH } from "@cairn/kernel/token-introspection";
import { answerError } from "@cairn/operations/http-door";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import * as z from "zod";

/** A token and its braces fit many times. */
const MAX_BODY_BYTES = 4 * 1024;

const question = z.object({ token: z.string().max(1000).optional(), scope: z.string().max(40).optional() });

export interface IntrospectionOptions {
	readonly gate: Pick<Gate, "introspect">;
	readonly proxies: GuardOptions["proxies"];
	readonly refusals: Pick<Refusals, "note">;
}

/**
 * `POST /tokens/introspect {token?, scope?}`, after RFC 7662: whether the token that a service was shown is good, and for what;
 * without one, whether callers without a token are let in. Whoever asks shows no token of his own: the answer tells
 * nothing that a call with the token wouldn't. A service that says what the token is wanted for has it noted when the token
 * isn't good for that, as it has no record of its own.
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
		const { token, scope } = asked.data;
		const { address } = requestFrom(context, proxies);
		const principal = await gate.introspect({ token, address });
		if (scope !== undefined && !isGoodFor(principal, scope))
			await refusals.note({ caller: principal ?? unknownCaller(address), object: scope });
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

function isGoodFor(principal: Principal | undefined, scope: string): boolean {
	if (principal === undefined) return false;
	return principal.scopes === "all" || [...principal.scopes].some((one) => one === scope);
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
