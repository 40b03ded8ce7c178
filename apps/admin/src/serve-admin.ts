import { readFileSync } from "node:fs";
import { CairnError, stopHttpServer } from "@cairn/kernel";
import { type HttpServer, isLoopback, listenHttp, urlOfServer } from "@cairn/kernel/listen-http";
import { getRequestListener } from "@hono/node-server";
import { createApp } from "./app.tsx";
import { backupPlaces } from "./backups/backup-places.ts";
import { startDailyBackups } from "./backups/daily-backups.ts";
import type { AdminConfig, TlsFiles } from "./config.ts";
import { createServices, type ServiceOverrides, type Services } from "./services.ts";

/** How long requests under way may take when the server is asked to stop, milliseconds. */
const DRAIN_MS = 8_000;

/** How long a request may take to come, milliseconds: a document to convert, over a slow line. */
const REQUEST_MS = 300_000;

export interface RunningAdmin extends AsyncDisposable {
	/** Such as http://127.0.0.1:3460. */
	readonly url: string;
	/** Stops listening, ends open event streams, finishes the requests under way, closes the store. */
	close(): Promise<void>;
}

/**
 * Serves the owner's web UI and opens the store. A server without an owner logs the claim code and where to use it, or
 * takes the password of the configuration.
 * @throws an error with code EADDRINUSE when the port is taken, CairnError when the store can't be opened or a setting
 * can't be used.
 */
export async function serveAdmin(
	config: AdminConfig,
	overrides: ServiceOverrides = {},
): Promise<RunningAdmin> {
	const services = createServices(config, overrides);
	const server = await listen(createApp(services).fetch, config);
	let daily: Disposable | undefined;
	const close = async () => {
		daily?.[Symbol.dispose]();
		services.stop();
		await stopHttpServer(server, DRAIN_MS);
		await services[Symbol.asyncDispose]();
		services.logger.info("stopped");
	};
	const url = urlOfServer(server);
	try {
		await services.open();
		await prepareOwner(services, { config, url });
		daily = startDailyBackups({ places: backupPlaces(config), jobs: services.backupJobs, ...services });
	} catch (error) {
		await close();
		throw error;
	}
	services.logger.info(
		{ url: `${url}${config.basePath}`, host: config.host, access: accessOf(config) },
		"listening",
	);
	return { url, close, [Symbol.asyncDispose]: close };
}

/** The claim code goes to the log once at each start, as long as nobody has used it: whoever reads that runs the server. */
async function prepareOwner(
	services: Services,
	{ config, url }: { config: AdminConfig; url: string },
): Promise<void> {
	const { ownerPasswordFile, basePath } = config;
	if (ownerPasswordFile !== undefined) await services.owner().setPasswordFromFile(ownerPasswordFile);
	const code = await services.owner().openClaim();
	if (code !== undefined) services.logger.info({ setup: `${url}${basePath}/setup` }, `claim code: ${code}`);
}

type Fetch = ReturnType<typeof createApp>["fetch"];

function listen(fetch: Fetch, { host, port, tls, trustedProxies }: AdminConfig): Promise<HttpServer> {
	const listener = getRequestListener(fetch, { hostname: host });
	return listenHttp((...exchange) => void listener(...exchange), {
		...{ host, port },
		settings: { host: "ADMIN_HOST", port: "PORT" },
		proxies: trustedProxies,
		requestMs: REQUEST_MS,
		tls: tls === undefined ? undefined : readTls(tls),
	});
}

function readTls({ certificate, key }: TlsFiles): { cert: Buffer; key: Buffer } {
	const read = (setting: string, file: string) => {
		try {
			return readFileSync(file);
		} catch {
			throw new CairnError("invalid_input", `${setting} can't be read: check its path and permissions.`);
		}
	};
	return { cert: read("ADMIN_TLS_CERT_FILE", certificate), key: read("ADMIN_TLS_KEY_FILE", key) };
}

/** Says to the owner who can reach the pages, and what would change it. */
function accessOf({ host }: AdminConfig): string {
	return isLoopback(host)
		? "from this machine only, with the owner's password; set ADMIN_HOST to let other machines in"
		: "from every machine that reaches this address, with the owner's password";
}
