import { stopHttpServer } from "@cairn/kernel";
import { hostToListenOn, isLoopback, listenHttp, urlOfServer } from "@cairn/kernel/listen-http";
import { answerUnrouted } from "@cairn/operations/http-app";
import { getRequestListener, RequestError } from "@hono/node-server";
import { createRegistryApp } from "./app.ts";
import type { RegistryConfig } from "./config.ts";
import { createRegistryServices, type RegistryServices } from "./services.ts";

/** How long requests under way may take when the server is asked to stop, milliseconds. */
const DRAIN_MS = 8_000;

/** A shorter token can be guessed by whoever may try for long. */
const GOOD_TOKEN_CHARACTERS = 16;

export interface RunningRegistry extends AsyncDisposable {
	/** Such as http://127.0.0.1:3457. */
	readonly url: string;
	/** Stops listening, finishes the requests under way, closes the store. */
	close(): Promise<void>;
}

/**
 * Opens the store and serves the registry's API.
 * @throws an error with code EADDRINUSE when the port is taken, CairnError when the store can't be opened or HOST or PORT
 * can't be listened on.
 */
export async function serveRegistry(
	config: RegistryConfig,
	overrides: Partial<Pick<RegistryServices, "logger" | "store">> = {},
): Promise<RunningRegistry> {
	const services = await createRegistryServices(config, overrides);
	const stopping = new AbortController();
	const wantsToken = await services.gate.wantsToken();
	const host = hostToListenOn(config.host, wantsToken);
	const { proxies, token, metricsToken } = config;
	const metricsTokens = [token, metricsToken];
	const app = createRegistryApp({ services, proxies, metricsTokens, signal: stopping.signal });
	const listener = getRequestListener(app.fetch, {
		hostname: host,
		errorHandler: answerUnrouted(services.logger, (error) => error instanceof RequestError),
	});
	const { port } = config;
	const server = await listenHttp((...exchange) => void listener(...exchange), { host, port, proxies }).catch(
		async (error: unknown) => {
			await services[Symbol.asyncDispose]();
			throw error;
		},
	);
	const url = urlOfServer(server);
	services.logger.info(
		{ url, host, wantsToken, access: accessOf({ host, token: config.token, wantsToken }) },
		"listening",
	);
	services.discovery.follow(stopping.signal);
	const close = async () => {
		stopping.abort();
		await stopHttpServer(server, DRAIN_MS);
		await services[Symbol.asyncDispose]();
		services.logger.info("stopped");
	};
	return { url, close, [Symbol.asyncDispose]: close };
}

interface Access {
	readonly host: string;
	readonly token: string | undefined;
	readonly wantsToken: boolean;
}

/** Says to the owner who can get in, and what would change it. */
function accessOf({ host, token, wantsToken }: Access): string {
	if (token !== undefined) {
		return token.length < GOOD_TOKEN_CHARACTERS
			? `with the token, which is SHORT: set TOOLS_REGISTRY_TOKEN to one of ${GOOD_TOKEN_CHARACTERS} characters or more`
			: "with the token, or with an agent's own";
	}
	if (wantsToken) return "with an agent's token";
	if (isLoopback(host)) {
		return "from this machine only, without a token; make an agent's token in the admin and start anew, or set TOOLS_REGISTRY_TOKEN to let other machines in";
	}
	return "from every machine that reaches this address, WITHOUT a token; make an agent's token in the admin, or set TOOLS_REGISTRY_TOKEN";
}
