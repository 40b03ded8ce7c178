import { type Metrics, mayReadMetrics } from "@cairn/kernel/metrics";
import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { conversionError } from "../conversion-error.ts";
import type { ConvertServices } from "../services.ts";
import { bearerOf } from "./authenticate.ts";

/** Counts every request under the pattern of its address. */
export function observeRequests(metrics: Metrics): MiddlewareHandler {
	return async (context, next) => {
		const startedAt = performance.now();
		await next();
		const { method } = context.req;
		const seconds = (performance.now() - startedAt) / 1_000;
		metrics.observe({ method, route: routePath(context, -1), status: context.res.status, seconds });
	};
}

/** The figures for Prometheus, to this machine or with a token. */
export async function answerMetrics(
	context: Context<{ Bindings: HttpBindings; Variables: { requestId: string } }>,
	{ metrics, config, registry }: Pick<ConvertServices, "metrics" | "config" | "registry">,
): Promise<Response> {
	const request = {
		address: context.env.incoming.socket.remoteAddress,
		authorization: context.req.header("authorization"),
		forwarded: ["x-forwarded-for", "forwarded"].some((name) => context.req.header(name) !== undefined),
	};
	if (!mayReadMetrics(request, [config.token, config.metricsToken])) {
		await registry?.noteRefusal(bearerOf(context));
		throw conversionError(
			"unauthorized",
			"Metrics are for this machine, or want a token.",
			"Send the one of CAIRN_METRICS_TOKEN as Authorization: Bearer <token>.",
		);
	}
	const { type, text } = await metrics.render();
	return context.body(text, 200, { "content-type": type, "cache-control": "no-store" });
}
