import {
	addressGroup,
	BAD_TOKEN_RULE,
	type RateLimits,
	type Refusals,
	rateLimited,
	type TrustedProxies,
	unknownCaller,
} from "@cairn/identity";
import { requestFrom } from "@cairn/identity/guard";
import { CairnError } from "@cairn/kernel";
import { type Metrics, mayReadMetrics } from "@cairn/kernel/metrics";
import { answerError, requestIdOf } from "@cairn/operations/http-door";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context, MiddlewareHandler } from "hono";
import { routePath } from "hono/route";

/** Counts every request under the pattern of its address; an operation that there is under its own. */
export function observeRequests(metrics: Metrics): MiddlewareHandler {
	return async (context, next) => {
		const startedAt = performance.now();
		await next();
		const { method, path } = context.req;
		const { status } = context.res;
		const isOperation = path.startsWith("/api/") && status !== 404 && status !== 405;
		const route = isOperation ? path : routePath(context, -1);
		metrics.observe({ method, route, status, seconds: (performance.now() - startedAt) / 1_000 });
	};
}

interface AnswerMetricsOptions {
	readonly metrics: Metrics;
	readonly tokens: readonly (string | undefined)[];
	readonly proxies: TrustedProxies;
	/** Takes note of who may not read them. */
	readonly refusals: Pick<Refusals, "note">;
	/** Counts the tokens that an address tries and that aren't any. */
	readonly limits: RateLimits;
}

/** The figures for Prometheus, to this machine or with a token, which can't be guessed here any more often than elsewhere. */
export async function answerMetrics(context: Context, options: AnswerMetricsOptions): Promise<Response> {
	const { address } = requestFrom(context, options.proxies);
	const refusal = await refuse(context, { ...options, address });
	if (refusal !== undefined) {
		const requestId = requestIdOf(context);
		await options.refusals.note({ caller: unknownCaller(address), requestId, object: context.req.path });
		return answerError(context, refusal, { requestId });
	}
	const { type, text } = await options.metrics.render();
	return context.body(text, 200, { "content-type": type, "cache-control": "no-store" });
}

/** Why somebody may not read the figures; undefined for those who may. */
async function refuse(
	context: Context,
	{ tokens, limits, address }: AnswerMetricsOptions & { readonly address: string },
): Promise<CairnError | undefined> {
	const request = {
		address: peerOf(context),
		authorization: context.req.header("authorization"),
		forwarded: ["x-forwarded-for", "forwarded"].some((name) => context.req.header(name) !== undefined),
	};
	const isGuess = request.authorization !== undefined;
	const before = isGuess ? await limits.look(addressGroup(address), BAD_TOKEN_RULE) : { ok: true as const };
	if (before.ok && mayReadMetrics(request, tokens)) return undefined;
	const taken = before.ok && isGuess ? await limits.take(addressGroup(address), BAD_TOKEN_RULE) : before;
	if (!taken.ok)
		return rateLimited("Too many tokens that nobody knows came from this address.", taken.retryAfterSeconds);
	context.header("www-authenticate", 'Bearer realm="cairn"');
	return new CairnError(
		"unauthorized",
		"Metrics are for this machine, or want a token: send the one of CAIRN_METRICS_TOKEN as Authorization: Bearer <token>.",
	);
}

function peerOf(context: Context): string | undefined {
	return context.env === undefined || !("incoming" in context.env)
		? undefined
		: getConnInfo(context).remote.address;
}
