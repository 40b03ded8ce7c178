import { createCatalogRoutes } from "@cairn/catalog/server";
import { CairnError } from "@cairn/kernel";
import { answerError, createHttpDoor, requestIdOf } from "@cairn/operations/http-door";
import { Hono, type MiddlewareHandler } from "hono";
import { bearerToken } from "./bearer-token.ts";
import type { RegistryServices } from "./services.ts";
import { trustedHost } from "./trusted-host.ts";

export interface RegistryAppOptions {
	readonly services: Pick<RegistryServices, "logger" | "store" | "toolsets" | "catalog">;
	readonly token: string | undefined;
	/** Fires when the server stops, which ends the event streams. */
	readonly signal: AbortSignal;
}

/** The registry's HTTP API. */
export function createRegistryApp({ services, token, signal }: RegistryAppOptions): Hono {
	const { logger, store, toolsets, catalog } = services;
	const app = new Hono();
	app.use(logRequests(logger));
	app.get("/health", (context) => context.text("ok"));
	app.get("/live", (context) => context.text("ok"));
	app.get("/ready", async (context) => {
		await store.read.get("SELECT 1");
		return context.text("ready");
	});
	app.use(token === undefined ? trustedHost : bearerToken(token));
	app.route("/", createCatalogRoutes({ source: catalog.source, sign: catalog.signingKey, signal }));
	const onDefect = ({ error, ...fields }: { error: unknown }) =>
		logger.error({ err: error, ...fields }, "defect");
	app.route("/", createHttpDoor({ toolsets, onDefect }));
	app.notFound((context) =>
		answerError(context, new CairnError("not_found", "There is nothing at this address.")),
	);
	app.onError((error, context) => {
		const requestId = requestIdOf(context);
		if (error instanceof CairnError) return answerError(context, error, { requestId });
		logger.error({ err: error, requestId }, "defect");
		const told = new CairnError(
			"internal",
			`Something went wrong inside Cairn. The log has the details under ${requestId}.`,
		);
		return answerError(context, told, { requestId });
	});
	return app;
}

/** One line a request, at debug level for the probes that come every few seconds. */
function logRequests(logger: RegistryServices["logger"]): MiddlewareHandler {
	return async (context, next) => {
		const startedAt = performance.now();
		await next();
		const { method, path } = context.req;
		const level = path.startsWith("/api/") ? "info" : "debug";
		const requestId = context.res.headers.get("x-request-id") ?? undefined;
		const durationMs = Math.round(performance.now() - startedAt);
		logger[level]({ method, path, status: context.res.status, requestId, durationMs }, "request");
	};
}
