import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { CairnError, stopHttpServer } from "@cairn/kernel";
import { getRequestListener } from "@hono/node-server";
import { answerUnrouted, createRegistryApp } from "./app.ts";
import { isLoopback, type RegistryConfig } from "./config.ts";
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
	const app = createRegistryApp({ services, token: config.token, signal: stopping.signal });
	const listener = getRequestListener(app.fetch, {
		hostname: config.host,
		errorHandler: answerUnrouted(services.logger),
	});
	const server = await listen((...exchange) => void listener(...exchange), config).catch(
		async (error: unknown) => {
			await services[Symbol.asyncDispose]();
			throw error;
		},
	);
	const url = addressOf(server);
	services.logger.info({ url, host: config.host, access: accessOf(config) }, "listening");
	services.discovery.follow(stopping.signal);
	const close = async () => {
		stopping.abort();
		await stopHttpServer(server, DRAIN_MS);
		await services[Symbol.asyncDispose]();
		services.logger.info("stopped");
	};
	return { url, close, [Symbol.asyncDispose]: close };
}

function listen(listener: RequestListener, { host, port }: RegistryConfig): Promise<Server> {
	const server = createServer(listener);
	return new Promise((resolve, reject) => {
		server.once("error", (error) => reject(sayWhy(error, { host, port })));
		server.listen(port, host, () => resolve(server));
	});
}

/** What the system says of a host name that it doesn't know, or of an address that this machine doesn't have. */
const NOT_HERE = ["ENOTFOUND", "EAI_AGAIN", "EADDRNOTAVAIL", "EAFNOSUPPORT", "EINVAL"];

/** Tells the owner which setting is wrong; a port in use is for whoever started the registry to tell. */
function sayWhy(error: NodeJS.ErrnoException, { host, port }: Pick<RegistryConfig, "host" | "port">): Error {
	const code = error.code ?? "";
	if (code === "EACCES") {
		return new CairnError(
			"invalid_input",
			`This user may not listen on port ${port}: set PORT to another one.`,
		);
	}
	if (!NOT_HERE.includes(code)) return error;
	return new CairnError(
		"invalid_input",
		`HOST must be an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them; it is "${host}" (${code}).`,
	);
}

/** Says to the owner who can get in, and what would change it. */
function accessOf({ host, token }: RegistryConfig): string {
	if (token !== undefined) {
		return token.length < GOOD_TOKEN_CHARACTERS
			? `with the token, which is SHORT: set TOOLS_REGISTRY_TOKEN to one of ${GOOD_TOKEN_CHARACTERS} characters or more`
			: "with the token";
	}
	if (isLoopback(host)) {
		return "from this machine only, without a token; set TOOLS_REGISTRY_TOKEN to let other machines in";
	}
	return "from every machine that reaches this address, WITHOUT a token; set TOOLS_REGISTRY_TOKEN";
}

function addressOf(server: Server): string {
	const { address, family, port } = server.address() as AddressInfo;
	const host = address === "::" || address === "0.0.0.0" ? "127.0.0.1" : address;
	return `http://${family === "IPv6" && host === address ? `[${host}]` : host}:${port}`;
}
