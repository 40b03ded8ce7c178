import { Exchanges, unknownCaller } from "@cairn/identity";
import { type GuardEnv, guard, requestFrom } from "@cairn/identity/guard";
import { CairnError, systemClock } from "@cairn/kernel";
import { BodyRoom } from "@cairn/kernel/body-room";
import { GuessLimit } from "@cairn/kernel/guess-limit";
import type { Logger } from "@cairn/kernel/logger";
import { createMetrics } from "@cairn/kernel/metrics";
import type { OnDefect } from "@cairn/operations";
import { answerMetrics, observeRequests } from "@cairn/operations/answer-metrics";
import { answerThrown, logRequests } from "@cairn/operations/http-app";
import { agentHeaderOf, answerError, MAX_BODY_BYTES, requestIdOf } from "@cairn/operations/http-door";
import { createMcpHandler, isLegacyRequest, type JSONRPCMessage } from "@modelcontextprotocol/server";
import { type Context, Hono } from "hono";
import type { Backend } from "./backend.ts";
import { toAuthInfo } from "./caller.ts";
import { createCallerDoor } from "./caller-door.ts";
import type { McpHttpConfig } from "./http-config.ts";
import { LegacySessions } from "./legacy-sessions.ts";
import { originCheck } from "./origin-check.ts";
import { holdMessageBody, readMessageBody } from "./read-message-body.ts";

export interface McpHttpAppOptions {
	readonly config: McpHttpConfig;
	readonly backend: Backend;
	readonly logger: Logger;
}

export interface McpHttpApp extends AsyncDisposable {
	readonly fetch: Hono<GuardEnv>["fetch"];
	/** Ends what waits for news; calls under way go on. */
	endStreams(): void;
}

const ADDRESS = "/mcp";
const METHODS = ["GET", "POST", "DELETE"];

/** MCP over Streamable HTTP at /mcp, both protocol eras: the older one with sessions, the newer one without. */
export function createMcpHttpApp({ config, backend, logger }: McpHttpAppOptions): McpHttpApp {
	const { gate, hosts, refusals } = backend;
	const mcp = createMcpEndpoint({ config, backend, logger });
	const app = new Hono<GuardEnv>();
	const metrics = createMetrics("mcp");
	const metricsTokens = [config.token, config.metricsToken];
	app.use(
		logRequests(logger, (path) => path === ADDRESS),
		observeRequests(metrics),
	);
	const guesses = new GuessLimit({ clock: systemClock });
	app.get("/metrics", (context) => {
		const noteRefusal = () => {
			const caller = unknownCaller(requestFrom(context, config.proxies).address);
			return refusals.note({ caller, requestId: requestIdOf(context), object: context.req.path });
		};
		return answerMetrics(context, { metrics, tokens: metricsTokens, guesses, noteRefusal });
	});
	app.get("/health", (context) => context.text("ok"));
	app.get("/live", (context) => context.text("ok"));
	app.get("/ready", async (context) => {
		await backend.requireReady();
		return context.text("ready");
	});
	app.use(originCheck({ allowed: config.allowedOrigins, proxies: config.proxies, refusals }));
	app.use(guard({ gate, proxies: config.proxies, hosts, hostsOf: "everybody", refusals }));
	app.on(METHODS, ADDRESS, holdMessageBody(new BodyRoom()), mcp.answer);
	app.all(ADDRESS, (context) => {
		context.header("allow", METHODS.join(", "));
		const error = new CairnError(
			"invalid_input",
			"MCP messages come by POST; GET listens, DELETE ends a session.",
		);
		return answerError(context, error, { status: 405 });
	});
	app.notFound((context) =>
		answerError(context, new CairnError("not_found", "There is nothing at this address; MCP is at /mcp.")),
	);
	app.onError(answerThrown(logger));
	return { fetch: app.fetch, endStreams: mcp.endStreams, [Symbol.asyncDispose]: mcp.close };
}

function createMcpEndpoint({ config, backend, logger }: McpHttpAppOptions) {
	const onDefect: OnDefect = ({ error, ...fields }) => logger.error({ err: error, ...fields }, "defect");
	const onerror = (error: Error) => logger.debug({ reason: error.message }, "refused message");
	const build = createCallerDoor({ backend, agent: config.mcp.agent, onDefect });
	const modern = createMcpHandler((context) => build(context.authInfo, context), {
		legacy: "reject",
		maxRequestBodySize: MAX_BODY_BYTES,
		onerror,
	});
	const sessions = new LegacySessions({
		limits: config.sessions,
		clock: systemClock,
		build: (authInfo) => build(authInfo, { era: "legacy", authInfo }),
	});
	const exchanges = new Exchanges(backend.gate);
	return {
		async answer(context: Context<GuardEnv>): Promise<Response> {
			const request = context.req.raw;
			const message = await readMessageBody(context);
			if (message instanceof Response) return message;
			const credentials = context.get("credentials");
			const kind = isStream(request, message) ? "stream" : "call";
			const ended = exchanges.begin({ kind, credentials, outgoing: context.env.outgoing });
			const caller = { principal: context.get("principal"), credentials, name: agentHeaderOf(context) };
			const authInfo = toAuthInfo(caller);
			if (await isLegacyRequest(request, message))
				return sessions.handle({ request, parsedBody: message, authInfo, ended });
			return modern.fetch(request, { authInfo, ...(message !== undefined && { parsedBody: message }) });
		},
		endStreams() {
			sessions.endStreams();
			exchanges.endStreams();
		},
		async close() {
			exchanges.close();
			await sessions.close();
			await modern.close();
		},
	};
}

/** Whether the answer stays open until one side has enough. */
function isStream({ method }: Request, message: JSONRPCMessage | undefined): boolean {
	if (method === "GET") return true;
	return message !== undefined && "method" in message && message.method === "subscriptions/listen";
}
