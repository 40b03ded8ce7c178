import type { AddressInfo } from "node:net";
import { stopHttpServer } from "@cairn/kernel";
import { type ServerType, serve } from "@hono/node-server";
import { createApp } from "./app.tsx";
import { backupPlaces } from "./backups/backup-places.ts";
import { startDailyBackups } from "./backups/daily-backups.ts";
import type { AdminConfig } from "./config.ts";
import { createServices, type ServiceOverrides } from "./services.ts";

/** There is no login yet, so nobody but this machine may come in. */
const HOST = "127.0.0.1";
/** How long requests under way may take when the server is asked to stop, milliseconds. */
const DRAIN_MS = 8_000;

export interface RunningAdmin extends AsyncDisposable {
	/** Such as http://127.0.0.1:3460. */
	readonly url: string;
	/** Stops listening, ends open event streams, finishes the requests under way, closes the store. */
	close(): Promise<void>;
}

/**
 * Serves the owner's web UI to this machine and opens the store.
 * @throws an error with code EADDRINUSE when the port is taken, CairnError when the store can't be opened.
 */
export async function serveAdmin(
	config: AdminConfig,
	overrides: ServiceOverrides = {},
): Promise<RunningAdmin> {
	const services = createServices(config, overrides);
	const server = await listen(createApp(services).fetch, config.port);
	let daily: Disposable | undefined;
	const close = async () => {
		daily?.[Symbol.dispose]();
		services.stop();
		await stopHttpServer(server, DRAIN_MS);
		await services[Symbol.asyncDispose]();
		services.logger.info("stopped");
	};
	try {
		await services.open();
		daily = startDailyBackups({ places: backupPlaces(config), jobs: services.backupJobs, ...services });
	} catch (error) {
		await close();
		throw error;
	}
	const url = `http://${HOST}:${portOf(server)}`;
	const access = "from this machine only, as there is no login yet";
	services.logger.info({ url: `${url}${config.basePath}`, host: HOST, access }, "listening");
	return { url, close, [Symbol.asyncDispose]: close };
}

function listen(
	fetch: (request: Request) => Response | Promise<Response>,
	port: number,
): Promise<ServerType> {
	return new Promise((resolve, reject) => {
		const server = serve({ fetch, hostname: HOST, port }, () => resolve(server));
		server.once("error", reject);
	});
}

function portOf(server: ServerType): number {
	return (server.address() as AddressInfo).port;
}
