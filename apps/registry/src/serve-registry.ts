import type { AddressInfo } from "node:net";
import { stopHttpServer } from "@cairn/kernel";
import { type ServerType, serve } from "@hono/node-server";
import { createRegistryApp } from "./app.ts";
import { isLoopback, type RegistryConfig } from "./config.ts";
import { createRegistryServices, type RegistryServices } from "./services.ts";

/** How long requests under way may take when the server is asked to stop, milliseconds. */
const DRAIN_MS = 8_000;

export interface RunningRegistry extends AsyncDisposable {
	/** Such as http://127.0.0.1:3457. */
	readonly url: string;
	/** Stops listening, finishes the requests under way, closes the store. */
	close(): Promise<void>;
}

/**
 * Opens the store and serves the registry's API.
 * @throws an error with code EADDRINUSE when the port is taken, CairnError when the store can't be opened.
 */
export async function serveRegistry(
	config: RegistryConfig,
	overrides: Partial<Pick<RegistryServices, "logger" | "store">> = {},
): Promise<RunningRegistry> {
	const services = await createRegistryServices(config, overrides);
	const stopping = new AbortController();
	const app = createRegistryApp({ services, token: config.token, signal: stopping.signal });
	const server = await listen(app.fetch, config).catch(async (error: unknown) => {
		await services[Symbol.asyncDispose]();
		throw error;
	});
	const url = addressOf(server);
	services.logger.info({ url, host: config.host, access: accessOf(config) }, "listening");
	const close = async () => {
		stopping.abort();
		await stopHttpServer(server, DRAIN_MS);
		await services[Symbol.asyncDispose]();
		services.logger.info("stopped");
	};
	return { url, close, [Symbol.asyncDispose]: close };
}

function listen(fetch: (request: Request) => Response | Promise<Response>, { host, port }: RegistryConfig) {
	return new Promise<ServerType>((resolve, reject) => {
		const server = serve({ fetch, hostname: host, port }, () => resolve(server));
		server.once("error", reject);
	});
}

/** Says to the owner who can get in, and what would change it. */
function accessOf({ host, token }: RegistryConfig): string {
	if (token !== undefined) return "with the token";
	if (isLoopback(host)) {
		return "from this machine only, without a token; set TOOLS_REGISTRY_TOKEN to let other machines in";
	}
	return "from every machine that reaches this address, WITHOUT a token; set TOOLS_REGISTRY_TOKEN";
}

function addressOf(server: ServerType): string {
	const { address, family, port } = server.address() as AddressInfo;
	const host = address === "::" || address === "0.0.0.0" ? "127.0.0.1" : address;
	return `http://${family === "IPv6" && host === address ? `[${host}]` : host}:${port}`;
}
