import type { GuessLimit } from "@cairn/kernel/guess-limit";
import { type Metrics, mayReadMetrics } from "@cairn/kernel/metrics";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context, MiddlewareHandler } from "hono";
import { routePath } from "hono/route";

/** Counts every request under the pattern of its address. */
export function observeRequests(metrics: Metrics): MiddlewareHandler {
	return async (c, next) => {
		const startedAt = performance.now();
		await next();
		const seconds = (performance.now() - startedAt) / 1_000;
		metrics.observe({ method: c.req.method, route: routePath(c, -1), status: c.res.status, seconds });
	};
}

interface AnswerMetricsOptions {
	metrics: Metrics;
	metricsToken: string | undefined;
	guesses: GuessLimit;
	/** Takes note of who may not read them. */
	noteRefusal(): Promise<void>;
}

/** The figures for Prometheus, to this machine or with the token. */
export async function answerMetrics(
	c: Context,
	{ metrics, metricsToken, guesses, noteRefusal }: AnswerMetricsOptions,
): Promise<Response> {
	const request = {
		address: peerOf(c),
		authorization: c.req.header("Authorization"),
		forwarded: ["X-Forwarded-For", "Forwarded"].some((name) => c.req.header(name) !== undefined),
	};
	const address = request.address ?? "";
	const isGuess = request.authorization !== undefined;
	const wait = isGuess ? guesses.waitSeconds(address) : undefined;
	if (wait !== undefined) {
		c.header("Retry-After", String(wait));
		return c.text(`Too many wrong tokens came from this address. Try again in ${wait} seconds.\n`, 429);
	}
	if (!mayReadMetrics(request, [metricsToken])) {
		if (isGuess) guesses.count(address);
		await noteRefusal();
		c.header("WWW-Authenticate", 'Bearer realm="cairn"');
		return c.text(
			"Metrics are for this machine, or want the token of CAIRN_METRICS_TOKEN as a bearer.\n",
			401,
		);
	}
	const { type, text } = await metrics.render();
	return c.body(text, 200, { "Content-Type": type });
}

function peerOf(c: Context): string | undefined {
	return c.env === undefined || !("incoming" in c.env) ? undefined : getConnInfo(c).remote.address;
}
