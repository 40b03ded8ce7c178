import { type Metrics, mayReadMetrics } from "@cairn/kernel/metrics";
import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { conversionError } from "../conversion-error.ts";
import type { ConvertServices } from "../services.ts";
import { bearerOf, tooManyGuesses } from "./authenticate.ts";

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

type MetricsServices = Pick<ConvertServices, "metrics" | "config" | "registry" | "guesses">;

/** The figures for Prometheus, to this machine or with a token, which an address may guess only so often. */
export async function answerMetrics(
	context: Context<{ Bindings: HttpBindings; Variables: { requestId: string } }>,
	{ metrics, config, registry, guesses }: MetricsServices,
): Promise<Response> {
	const request = {
		address: context.env.incoming.socket.remoteAddress,
		authorization: context.req.header("authorization"),
		forwarded: ["x-forwarded-for", "forwarded"].some((name) => context.req.header(name) !== undefined),
	};
	const { address } = bearerOf(context);
	const isGuess = request.authorization !== undefined;
	const wait = isGuess ? guesses.waitSeconds(address) : undefined;
	if (wait !== undefined) throw tooManyGuesses(wait);
	if (!mayReadMetrics(request, [config.token, config.metricsToken])) {
		if (isGuess) guesses.count(address);
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
