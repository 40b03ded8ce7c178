import { CairnError } from "@cairn/kernel";
import type { GuessLimit } from "@cairn/kernel/guess-limit";
import { type Metrics, mayReadMetrics } from "@cairn/kernel/metrics";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context, MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { answerError } from "./http-door.ts";

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

export interface AnswerMetricsOptions {
	readonly metrics: Metrics;
	/** Each opens the figures; those that are not set are left out. */
	readonly tokens: readonly (string | undefined)[];
}

export interface CountedMetricsOptions extends AnswerMetricsOptions {
	readonly guesses: GuessLimit;
	/** Takes note that somebody may not read them. */
	readonly noteRefusal: () => Promise<void>;
}

/** The figures for Prometheus, to this machine or with a token, which an address may guess only so often. */
export async function answerMetrics(context: Context, options: CountedMetricsOptions): Promise<Response> {
	const refusal = refuse(context, options);
	if (refusal === undefined) return renderMetrics(context, options.metrics);
	await options.noteRefusal();
	return answerError(context, refusal);
}

/** Why somebody may not read the figures; undefined for those who may. */
function refuse(context: Context, { tokens, guesses }: CountedMetricsOptions): CairnError | undefined {
	const address = peerOf(context) ?? "";
	const isGuess = context.req.header("authorization") !== undefined;
	const wait = isGuess ? guesses.waitSeconds(address) : undefined;
	if (wait !== undefined) return tooManyGuesses(wait);
	const refusal = metricsRefusal(context, tokens);
	if (refusal !== undefined && isGuess) guesses.count(address);
	return refusal;
}

function tooManyGuesses(seconds: number): CairnError {
	return new CairnError(
		"rate_limited",
		`Too many tokens that nobody knows came from this address. Try again in ${seconds} seconds.`,
		{ retry_after_seconds: seconds },
	);
}

/** Why a caller may not read the figures; undefined for one who may. */
export function metricsRefusal(
	context: Context,
	tokens: AnswerMetricsOptions["tokens"],
): CairnError | undefined {
	const request = {
		address: peerOf(context),
		authorization: context.req.header("authorization"),
		forwarded: ["x-forwarded-for", "forwarded"].some((name) => context.req.header(name) !== undefined),
	};
	if (mayReadMetrics(request, tokens)) return undefined;
	context.header("www-authenticate", 'Bearer realm="cairn"');
	return new CairnError(
		"unauthorized",
		"Metrics are for this machine, or want a token: send the one of CAIRN_METRICS_TOKEN as Authorization: Bearer <token>.",
	);
}

/** The figures, in the format of Prometheus. */
export async function renderMetrics(context: Context, metrics: Metrics): Promise<Response> {
	const { type, text } = await metrics.render();
	return context.body(text, 200, { "content-type": type, "cache-control": "no-store" });
}

function peerOf(context: Context): string | undefined {
	return context.env === undefined || !("incoming" in context.env)
		? undefined
		: getConnInfo(context).remote.address;
}
