import {
	BAD_TOKEN_RULE,
	type RateLimits,
	type Refusals,
	rateLimited,
	type TrustedProxies,
	unknownCaller,
} from "@cairn/identity";
import { requestFrom } from "@cairn/identity/guard";
import type { CairnError } from "@cairn/kernel";
import { addressGroup } from "@cairn/kernel/address-group";
import { type AnswerMetricsOptions, metricsRefusal, renderMetrics } from "@cairn/operations/answer-metrics";
import { answerError, requestIdOf } from "@cairn/operations/http-door";
import type { Context } from "hono";

export interface GuardedMetricsOptions extends AnswerMetricsOptions {
	readonly proxies: TrustedProxies;
	/** Takes note of who may not read them. */
	readonly refusals: Pick<Refusals, "note">;
	/** Counts the tokens that an address tries and that aren't any. */
	readonly limits: RateLimits;
}

/** The figures for Prometheus, to this machine or with a token, which can't be guessed here any more often than elsewhere. */
export async function answerMetrics(context: Context, options: GuardedMetricsOptions): Promise<Response> {
	const { address } = requestFrom(context, options.proxies);
	const refusal = await refuse(context, { ...options, address });
	if (refusal === undefined) return renderMetrics(context, options.metrics);
	const requestId = requestIdOf(context);
	await options.refusals.note({ caller: unknownCaller(address), requestId, object: context.req.path });
	return answerError(context, refusal, { requestId });
}

/** Why somebody may not read the figures; undefined for those who may. */
async function refuse(
	context: Context,
	{ tokens, limits, address }: GuardedMetricsOptions & { readonly address: string },
): Promise<CairnError | undefined> {
	const isGuess = context.req.header("authorization") !== undefined;
	const before = isGuess ? await limits.look(addressGroup(address), BAD_TOKEN_RULE) : { ok: true as const };
	const refusal = before.ok ? metricsRefusal(context, tokens) : undefined;
	if (before.ok && refusal === undefined) return undefined;
	const taken = before.ok && isGuess ? await limits.take(addressGroup(address), BAD_TOKEN_RULE) : before;
	if (taken.ok) return refusal;
	return rateLimited("Too many tokens that nobody knows came from this address.", taken.retryAfterSeconds);
}
