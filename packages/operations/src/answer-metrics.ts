import { CairnError } from "@cairn/kernel";
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

/** The figures for Prometheus, to this machine or with a token. */
export async function answerMetrics(
	context: Context,
	{ metrics, tokens }: AnswerMetricsOptions,
): Promise<Response> {
	const request = {
		address: peerOf(context),
		authorization: context.req.header("authorization"),
		forwarded: ["x-forwarded-for", "forwarded"].some((name) => context.req.header(name) !== undefined),
	};
	if (!mayReadMetrics(request, tokens)) {
		context.header("www-authenticate", 'Bearer realm="cairn"');
		const sentence =
			"Metrics are for this machine, or want a token: send the one of CAIRN_METRICS_TOKEN as Authorization: Bearer <token>.";
		return answerError(context, new CairnError("unauthorized", sentence));
	}
	const { type, text } = await metrics.render();
	return context.body(text, 200, { "content-type": type, "cache-control": "no-store" });
}

function peerOf(context: Context): string | undefined {
	return context.env === undefined || !("incoming" in context.env)
		? undefined
		: getConnInfo(context).remote.address;
}
