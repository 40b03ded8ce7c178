import { createId, stopHttpServer } from "@cairn/kernel";
import { isLoopback, listenHttp, urlOfServer } from "@cairn/kernel/listen-http";
import { getRequestListener } from "@hono/node-server";
import { createConvertApp } from "./app.ts";
import type { ConvertConfig } from "./config.ts";
import { conversionError } from "./conversion-error.ts";
import { answerError } from "./http/answer-error.ts";
import { type ConvertOverrides, createConvertServices } from "./services.ts";

/** How long requests under way may take when the service is asked to stop, milliseconds. */
const DRAIN_MS = 8_000;

/** What a request may take beside its document, milliseconds: how long that may take, the service counts itself. */
const HEADERS_MS = 30_000;

/** A shorter token can be guessed by whoever may try for long. */
const GOOD_TOKEN_CHARACTERS = 16;

export interface RunningConvertService extends AsyncDisposable {
	/** Such as http://127.0.0.1:3459. */
	readonly url: string;
	/** Stops listening, finishes the requests under way, ends the engines. */
	close(): Promise<void>;
}

/**
 * Starts the engines and serves the API.
 * @throws an error with code EADDRINUSE when the port is taken, CairnError when HOST or PORT can't be listened on.
 */
export async function serveConvert(
	config: ConvertConfig,
	overrides: ConvertOverrides = {},
): Promise<RunningConvertService> {
	const services = await createConvertServices(config, overrides);
	const app = createConvertApp(services);
	const listener = getRequestListener(app.fetch, { hostname: config.host, errorHandler: answerUnrouted });
	const listening = listenHttp((...exchange) => void listener(...exchange), {
		host: config.host,
		port: config.port,
		settings: { host: "HOST", port: "CONVERT_PORT" },
		requestMs: config.limits.timeoutMs + HEADERS_MS,
	});
	const server = await listening.catch(async (error: unknown) => {
		await services[Symbol.asyncDispose]();
		throw error;
	});
	const url = urlOfServer(server);
	services.logger.info({ url, host: config.host, access: accessOf(config) }, "listening");
	const close = async () => {
		await stopHttpServer(server, DRAIN_MS);
		await services[Symbol.asyncDispose]();
		services.logger.info("stopped");
	};
	return { url, close, [Symbol.asyncDispose]: close };
}

/** Answers what is HTTP but reaches no route: an address can't be made of the request's target and Host header. */
function answerUnrouted(): Response {
	const error = conversionError(
		"wrong_parameter",
		"The address of this request or its Host header can't be read.",
	);
	return answerError(error, { requestId: createId("req"), accept: undefined, retryAfter: 1 });
}

/** Says to the owner who can get in, and what would change it. */
function accessOf({ host, token, registryUrl }: ConvertConfig): string {
	if (token !== undefined) {
		const agents = registryUrl === undefined ? "" : " or an agent's, as the registry knows them";
		return token.length < GOOD_TOKEN_CHARACTERS
			? `with the token, which is SHORT: set CONVERT_TOKEN to one of ${GOOD_TOKEN_CHARACTERS} characters or more`
			: `with the token${agents}`;
	}
	if (registryUrl !== undefined)
		return `whom the registry at ${registryUrl} lets in, with a token that may convert`;
	if (isLoopback(host)) {
		return "from this machine only, without a token; set CONVERT_TOKEN to let other machines in";
	}
	return "from every machine that reaches this address, WITHOUT a token; set CONVERT_TOKEN";
}
