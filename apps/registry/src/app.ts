import { createCatalogRoutes } from "@cairn/catalog/server";
import { CairnError, createId } from "@cairn/kernel";
import {
	answerError,
	answeredCode,
	createHttpDoor,
	problemResponse,
	requestIdOf,
} from "@cairn/operations/http-door";
import { RequestError } from "@hono/node-server";
import { Hono, type MiddlewareHandler } from "hono";
import { bearerToken } from "./bearer-token.ts";
import { createDiscoverRoute } from "./discovery/discover-route.ts";
import type { RegistryServices } from "./services.ts";
import { trustedHost } from "./trusted-host.ts";

export interface RegistryAppOptions {
	readonly services: Pick<RegistryServices, "logger" | "store" | "toolsets" | "catalog" | "discovery">;
	readonly token: string | undefined;
	/** Fires when the server stops, which ends the event streams. */
	readonly signal: AbortSignal;
}

/** The registry's HTTP API. */
export function createRegistryApp({ services, token, signal }: RegistryAppOptions): Hono {
	const { logger, store, toolsets, catalog, discovery } = services;
	const app = new Hono();
	app.use(logRequests(logger));
	app.get("/health", (context) => context.text("ok"));
	app.get("/live", (context) => context.text("ok"));
	app.get("/ready", async (context) => {
		// A statement that names a table has to look into the file; one that doesn't answers without it.
		await store.read.get("SELECT id FROM agents LIMIT 1");
		return context.text("ready");
	});
	app.use(token === undefined ? trustedHost : bearerToken(token));
	const { source, signingKey: sign, serialOf } = catalog;
	app.route("/", createCatalogRoutes({ source, sign, serialOf, signal }));
	app.route("/", createDiscoverRoute(discovery));
	const onDefect = ({ error, ...fields }: { error: unknown }) =>
		logger.error({ err: error, ...fields }, "defect");
	app.route("/", createHttpDoor({ toolsets, onDefect }));
	app.notFound((context) =>
		answerError(context, new CairnError("not_found", "There is nothing at this address.")),
	);
	app.onError((error, context) => {
		const requestId = requestIdOf(context);
		return answerError(context, tell(error, { logger, requestId }), { requestId });
	});
	return app;
}

/** Answers what is HTTP but reaches no route: an address can't be made of the request's target and Host header. */
export function answerUnrouted(logger: RegistryServices["logger"]): (error: unknown) => Response {
	return (error) => {
		const requestId = createId("req");
		if (!(error instanceof RequestError))
			return problemResponse(tell(error, { logger, requestId }), { requestId });
		const sentence = "The address of this request or its Host header can't be read.";
		return problemResponse(new CairnError("invalid_input", sentence), { requestId, status: 400 });
	};
}

/** What a caller is told of something thrown: anything but a CairnError only by the id under which the log has it. */
function tell(
	error: unknown,
	{ logger, requestId }: Pick<RegistryServices, "logger"> & { readonly requestId: string },
): CairnError {
	if (error instanceof CairnError) return error;
	logger.error({ err: error, requestId }, "defect");
	return new CairnError(
		"internal",
		`Something went wrong inside Cairn. The log has the details under ${requestId}.`,
	);
}

/** One line a request, with the code of the error that it was answered with. */
function logRequests(logger: RegistryServices["logger"]): MiddlewareHandler {
	return async (context, next) => {
		const startedAt = performance.now();
		await next();
		const { method, path } = context.req;
		const { status, headers } = context.res;
		const code = answeredCode(context);
		const requestId = headers.get("x-request-id") ?? undefined;
		const durationMs = Math.round(performance.now() - startedAt);
		const isNews = path.startsWith("/api/") && code !== "cancelled";
		// At debug level the probes that come every few seconds, and callers that went away.
		const level = status >= 500 ? "warn" : isNews ? "info" : "debug";
		logger[level]({ method, path, status, code, requestId, durationMs }, "request");
	};
}
