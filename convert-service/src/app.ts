import { CairnError, createId } from "@cairn/kernel";
import { addressGroup } from "@cairn/kernel/address-group";
import type { Logger } from "@cairn/kernel/logger";
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { conversionError, reasonOf } from "./conversion-error.ts";
import { answerConversion } from "./http/answer-conversion.ts";
import { answerError } from "./http/answer-error.ts";
import { answerMetrics, observeRequests } from "./http/answer-metrics.ts";
import { authenticate, bearerOf } from "./http/authenticate.ts";
import { endpoints } from "./http/endpoints.ts";
import { listFormats } from "./http/list-formats.ts";
import { type Endpoint, parseParameters } from "./http/parameters.ts";
import { refuseForeignPages } from "./http/refuse-foreign-pages.ts";
import { clientGone } from "./http/request-end.ts";
import { tooLarge } from "./input/save-body.ts";
import type { ConvertServices } from "./services.ts";

type ConvertEnv = { Bindings: HttpBindings; Variables: { requestId: string } };

/** The statuses of those who are not let in. */
const REFUSED = [401, 403, 429];

const READ_ONLY = ["/health", "/formats", "/token", "/live", "/ready", "/metrics"];

/** The service's HTTP API. */
export function createConvertApp(services: ConvertServices): Hono<ConvertEnv> {
	const { config, health, engines, logger, metrics, registry } = services;
	const note = async (context: Context) => registry?.noteRefusal(bearerOf(context));
	const app = new Hono<ConvertEnv>();
	app.use(logRequests(logger), observeRequests(metrics), refuseForeignPages(note));
	app.get("/metrics", (context) => answerMetrics(context, services));
	app.get("/live", (context) => context.text("ok"));
	// It listens once its engines have started, or are known to be missing.
	app.get("/ready", (context) => context.text("ready"));
	app.get("/health", async (context) => {
		if (context.req.query("verbose") !== "1") return context.text("ok");
		return context.json(await health.report({ test: context.req.query("test") !== "0" }));
	});
	app.get("/formats", (context) => context.json(listFormats(engines)));
	const letIn = authenticate({ token: config.token, introspector: registry, guesses: services.guesses });
	// What a token is worth can be learned without a document.
	app.get("/token", letIn, (context) => context.body(null, 204));
	for (const address of READ_ONLY) {
		app.all(address, () => {
			throw conversionError("wrong_method", `${address} takes GET.`);
		});
	}
	app.post("/*", letIn);
	for (const endpoint of Object.keys(endpoints) as Endpoint[]) {
		app.post(`/${endpoint}`, (context) => convert(context, endpoint, services));
		app.all(`/${endpoint}`, () => {
			throw conversionError("wrong_method", `${endpoint} takes POST, with the document as the body.`);
		});
	}
	app.notFound((context) => answer(context, nothingHere(), services));
	app.onError((error, context) => answer(context, tell(error, { logger, context }), services));
	return app;
}

async function convert(
	context: Context<ConvertEnv>,
	endpoint: Endpoint,
	{ config, converter }: ConvertServices,
) {
	const { from, to, ...options } = parseParameters(endpoint, new URL(context.req.url).searchParams);
	const { takes, gives } = endpoints[endpoint];
	const conversion = await converter.convert({
		endpoint,
		body: bodyOf(context, config.limits.bodyBytes),
		expected: from === undefined ? takes : [from],
		to: to ?? gives,
		options,
		client: addressGroup(context.env.incoming.socket.remoteAddress ?? ""),
		signal: clientGone(context.env),
		known: (context.req.header("if-none-match") ?? "")
			.split(",")
			.map((etag) => etag.trim().replace(/^W\//, "")),
	});
	return answerConversion(conversion);
}

/** A body that says that it is too long, or a form, is refused before it is read. */
function bodyOf(context: Context<ConvertEnv>, limit: number): AsyncIterable<Uint8Array> {
	const length = context.req.header("content-length");
	if (length === undefined && context.req.header("transfer-encoding") === undefined) {
		throw conversionError(
			"no_body",
			"The request has no body.",
			"Send the bytes of the document as its body.",
		);
	}
	if (Number(length) > limit) throw tooLarge(limit);
	if (/^\s*multipart\//i.test(context.req.header("content-type") ?? "")) throw noForms();
	return context.env.incoming;
}

/** The envelope of a form would else be taken for a text. */
const noForms = () =>
	conversionError(
		"wrong_format",
		"The body is a form (multipart/form-data); it must be the document alone.",
		"Send the bytes as the body, with curl --data-binary @file.",
	);

const nothingHere = () =>
	conversionError(
		"not_found",
		"There is nothing at this address.",
		"GET /formats lists what can be converted.",
	);

function answer(context: Context<ConvertEnv>, error: CairnError, { queue }: ConvertServices): Response {
	const requestId = context.get("requestId");
	return answerError(error, {
		requestId,
		accept: context.req.header("accept"),
		retryAfter: queue.retryAfterSeconds(),
		...(READ_ONLY.includes(context.req.path) && { allow: "GET" }),
	});
}

/** What a caller is told of something thrown: anything but a CairnError only by the id under which the log has it. */
function tell(
	error: unknown,
	{ logger, context }: { logger: Logger; context: Context<ConvertEnv> },
): CairnError {
	if (reasonOf(error) !== undefined && error instanceof CairnError) return error;
	const requestId = context.get("requestId");
	if (context.env.incoming.destroyed && !context.env.incoming.complete) {
		return conversionError("client_gone", "The client left.");
	}
	logger.error({ err: error, requestId }, "defect");
	return conversionError(
		"internal",
		`Something went wrong inside the converter. Its log has the details under ${requestId}.`,
	);
}

/** One line a request. */
function logRequests(logger: Logger): MiddlewareHandler<ConvertEnv> {
	return async (context, next) => {
		const startedAt = performance.now();
		const requestId = createId("req");
		context.set("requestId", requestId);
		await next();
		const { method, path } = context.req;
		const { status, headers } = context.res;
		const durationMs = Math.round(performance.now() - startedAt);
		const isRefused = REFUSED.includes(status);
		const level = status >= 500 || isRefused ? "warn" : method === "POST" ? "info" : "debug";
		const converter = headers.get("x-converter") ?? undefined;
		// Without a registry this line is all that tells who was refused.
		const address = isRefused ? bearerOf(context).address : undefined;
		logger[level]({ method, path, status, requestId, converter, address, durationMs }, "request");
	};
}
