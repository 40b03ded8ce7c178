import { createCatalogRoutes } from "@cairn/catalog/server";
import { accessOf } from "@cairn/identity";
import { type GuardEnv, guard, requireRight } from "@cairn/identity/guard";
import { CairnError } from "@cairn/kernel";
import { BodyRoom } from "@cairn/kernel/body-room";
import { observeRequests } from "@cairn/operations/answer-metrics";
import { answerThrown, logRequests } from "@cairn/operations/http-app";
import { answerError, createHttpDoor } from "@cairn/operations/http-door";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { answerMetrics } from "./answer-metrics.ts";
import { createClientRoutes } from "./client-package.ts";
import type { RegistryConfig } from "./config.ts";
import { createDiscoverRoute } from "./discovery/discover-route.ts";
import { createIntrospectionRoutes } from "./introspection.ts";
import type { RegistryServices } from "./services.ts";

export interface RegistryAppOptions {
	readonly services: Omit<RegistryServices, typeof Symbol.asyncDispose>;
	readonly proxies: RegistryConfig["proxies"];
	/** A token that only reads the figures of /metrics, and the one that all share, which does too. */
	readonly metricsTokens: readonly (string | undefined)[];
	/** Fires when the server stops, which ends the event streams. */
	readonly signal: AbortSignal;
}

/** The registry's HTTP API. */
export function createRegistryApp(options: RegistryAppOptions): Hono<GuardEnv> {
	const { services, proxies, metricsTokens, signal } = options;
	const { logger, store, toolsets, catalog, discovery, metrics, gate, hosts, refusals, limits } = services;
	const app = new Hono<GuardEnv>();
	const room = new BodyRoom();
	app.use(
		logRequests(logger, (path) => path.startsWith("/api/")),
		observeRequests(metrics),
	);
	const whoReads = { metrics, tokens: metricsTokens, proxies, refusals, limits };
	app.get("/metrics", (context) => answerMetrics(context, whoReads));
	app.get("/health", (context) => context.text("ok"));
	app.get("/live", (context) => context.text("ok"));
	app.get("/ready", async (context) => {
		// A statement that names a table has to look into the file; one that doesn't answers without it.
		await store.read.get("SELECT id FROM agents LIMIT 1");
		return context.text("ready");
	});
	app.route("/", createClientRoutes());
	app.route("/", createIntrospectionRoutes({ gate, proxies, refusals }));
	app.use(guard({ gate, proxies, hosts, hostsOf: "callers without a token", refusals }));
	app.use("/registry/*", requireRight({ toolset: "catalog", access: "read" }, refusals));
	app.use("/registry/events", holdStream(services));
	for (const toolset of ["catalog", "claims"])
		app.use("/discover", requireRight({ toolset, access: "read" }, refusals));
	const { source, signingKey: sign, serialOf } = catalog;
	app.route("/", createCatalogRoutes({ source, sign, serialOf, signal }));
	app.route("/", createDiscoverRoute(discovery, room));
	const onDefect = ({ error, ...fields }: { error: unknown }) =>
		logger.error({ err: error, ...fields }, "defect");
	const rightsOf = (context: Context) => accessOf((context as Context<GuardEnv>).get("principal"), refusals);
	app.route("/", createHttpDoor({ toolsets, accessOf: rightsOf, onDefect, room }));
	app.notFound((context) =>
		answerError(
			context,
			new CairnError(
				"not_found",
				"There is nothing at this address. This is the registry, for programs; people use the admin, whose address npm start prints.",
			),
		),
	);
	app.onError(answerThrown(logger));
	return app;
}

/** A stream ends when the token of who listens is no longer good. */
function holdStream({ exchanges }: Pick<RegistryServices, "exchanges">): MiddlewareHandler<GuardEnv> {
	return (context, next) => {
		const { outgoing } = context.env;
		void exchanges.begin({ kind: "stream", credentials: context.get("credentials"), outgoing });
		return next();
	};
}
