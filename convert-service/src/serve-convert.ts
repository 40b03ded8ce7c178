import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { CairnError, createId, stopHttpServer } from "@cairn/kernel";
import { getRequestListener } from "@hono/node-server";
import { createConvertApp } from "./app.ts";
import { type ConvertConfig, isLoopback } from "./config.ts";
import { conversionError } from "./conversion-error.ts";
import { answerError } from "./http/answer-error.ts";
import { type ConvertOverrides, createConvertServices } from "./services.ts";

/** How long requests under way may take when the service is asked to stop, milliseconds. */
const DRAIN_MS = 8_000;

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
	const server = await listen((...exchange) => void listener(...exchange), config).catch(
		async (error: unknown) => {
			await services[Symbol.asyncDispose]();
			throw error;
		},
	);
	const url = addressOf(server);
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

function listen(listener: RequestListener, { host, port }: ConvertConfig): Promise<Server> {
	const server = createServer(listener);
	return new Promise((resolve, reject) => {
		server.once("error", (error) => reject(sayWhy(error, { host, port })));
		server.listen(port, host, () => resolve(server));
	});
}

/** What the system says of a host name that it doesn't know, or of an address that this machine doesn't have. */
const NOT_HERE = ["ENOTFOUND", "EAI_AGAIN", "EADDRNOTAVAIL", "EAFNOSUPPORT", "EINVAL"];

/** Tells the owner which setting is wrong; a port in use is for whoever started the service to tell. */
function sayWhy(error: NodeJS.ErrnoException, { host, port }: Pick<ConvertConfig, "host" | "port">): Error {
	const code = error.code ?? "";
	if (code === "EACCES") {
		return new CairnError(
			"invalid_input",
			`This user may not listen on port ${port}: set CONVERT_PORT to another one.`,
		);
	}
	if (!NOT_HERE.includes(code)) return error;
	return new CairnError(
		"invalid_input",
		`HOST must be an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them; it is "${host}" (${code}).`,
	);
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

function addressOf(server: Server): string {
	const { address, family, port } = server.address() as AddressInfo;
	const host = address === "::" || address === "0.0.0.0" ? "127.0.0.1" : address;
	return `http://${family === "IPv6" && host === address ? `[${host}]` : host}:${port}`;
}
