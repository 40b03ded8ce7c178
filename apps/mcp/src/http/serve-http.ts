import { stopHttpServer } from "@cairn/kernel";
import { hostToListenOn, isLoopback, listenHttp, urlOfServer } from "@cairn/kernel/listen-http";
import { createLogger, type Logger } from "@cairn/kernel/logger";
import { answerUnrouted } from "@cairn/operations/http-app";
import { getRequestListener, RequestError } from "@hono/node-server";
import type { Backend } from "./backend.ts";
import { createMcpHttpApp } from "./http-app.ts";
import type { McpHttpConfig } from "./http-config.ts";
import { createRegistryBackend } from "./registry-backend.ts";
import { openStoreBackend } from "./store-backend.ts";

/** How long calls under way may take when the server is asked to stop, milliseconds. */
const DRAIN_MS = 8_000;

export interface RunningMcpServer extends AsyncDisposable {
	/** Such as http://127.0.0.1:3461; MCP is at its /mcp. */
	readonly url: string;
	/** Stops listening, finishes the calls under way, closes the store. */
	close(): Promise<void>;
}

/**
 * Serves the toolbox over HTTP.
 * @throws an error with code EADDRINUSE when the port is taken, CairnError when the store or the registry can't be used
 * or the address can't be listened on.
 */
export async function serveMcpHttp(
	config: McpHttpConfig,
	{ logger = createLogger({ name: "mcp", level: config.logLevel }) }: { readonly logger?: Logger } = {},
): Promise<RunningMcpServer> {
	const { store } = config.mcp;
	const backend =
		"url" in store ? createRegistryBackend(config, store.url) : await openStoreBackend(config, store);
	try {
		return await serve(config, { backend, logger });
	} catch (error) {
		await backend[Symbol.asyncDispose]();
		throw error;
	}
}

async function serve(
	config: McpHttpConfig,
	{ backend, logger }: { readonly backend: Backend; readonly logger: Logger },
): Promise<RunningMcpServer> {
	// A registry that is away now is asked with each call; whether tokens protect this server can't be known yet.
	const wantsToken = await backend.gate.wantsToken().catch(() => undefined);
	const host = hostToListenOn(config.host, wantsToken ?? false);
	const app = createMcpHttpApp({ config, backend, logger });
	const listener = getRequestListener(app.fetch, {
		hostname: host,
		errorHandler: answerUnrouted(logger, (error) => error instanceof RequestError),
	});
	const settings = { host: "HOST", port: "CAIRN_MCP_PORT" };
	const listening = listenHttp((...exchange) => void listener(...exchange), {
		host,
		port: config.port,
		settings,
		proxies: config.proxies,
	});
	const server = await listening.catch(async (error: unknown) => {
		await app[Symbol.asyncDispose]();
		throw error;
	});
	const url = urlOfServer(server);
	logger.info({ url, mcp: `${url}/mcp`, host, access: accessOf(host, wantsToken) }, "listening");
	const close = async () => {
		const stopped = stopHttpServer(server, DRAIN_MS);
		app.endStreams();
		await stopped;
		await app[Symbol.asyncDispose]();
		await backend[Symbol.asyncDispose]();
		logger.info("stopped");
	};
	return { url, close, [Symbol.asyncDispose]: close };
}

/** Says to the owner who can get in, and what would change it. */
function accessOf(host: string, wantsToken: boolean | undefined): string {
	if (wantsToken === undefined) return "nobody before the registry answers; whom it lets in, then";
	if (wantsToken) return "with a token";
	return isLoopback(host)
		? "from this machine only, without a token; make an agent's token and start anew to let other machines in"
		: "from every machine that reaches this address, WITHOUT a token; make an agent's token";
}
