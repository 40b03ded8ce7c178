import type { Server } from "node:http";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { onTestFinished } from "vitest";
import type { CatalogSource } from "../src/catalog.ts";
import { createMirror, type MirrorOptions } from "../src/mirror/mirror.ts";
import { createCatalogRoutes } from "../src/registry/catalog-routes.ts";
import { KeyPins } from "../src/signature/key-pins.ts";
import { openSigningKey, type SigningKey } from "../src/signature/signing-key.ts";
import { type FolderFixture, folderFixture, RULES, temporaryFolder } from "./scripts-on-disk.ts";

export interface RunningServer {
	readonly url: string;
	stop(): Promise<void>;
}

/** Serves an app on a free port of this machine. */
export async function serveApp(app: Hono, port = 0): Promise<RunningServer> {
	const server = await new Promise<Server>((resolve) => {
		const started = serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }, () =>
			resolve(started as Server),
		);
	});
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("The server has no port.");
	const stop = async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	};
	onTestFinished(stop);
	return { url: `http://127.0.0.1:${address.port}`, stop };
}

export interface RegistryFixture extends FolderFixture, RunningServer {
	readonly sign: SigningKey;
	/** Paths of the requests so far, with their query. */
	readonly requests: string[];
	/** Serves the same folder under the same key again, after `stop`. */
	restart(): Promise<void>;
}

/** A real registry over a folder that is empty at first. */
export async function registryFixture(): Promise<RegistryFixture> {
	const fixture = await folderFixture();
	const sign = await openSigningKey(join(temporaryFolder(), "key"));
	const requests: string[] = [];
	const app = new Hono();
	app.use(async (context, next) => {
		const { pathname, search } = new URL(context.req.url);
		requests.push(pathname + search);
		await next();
	});
	let serial = 0;
	const serialOf = async () => ++serial;
	app.route("/", createCatalogRoutes({ source: fixture.source, sign, serialOf, lookSharedMs: 0 }));
	let server = await serveApp(app);
	const { url } = server;
	return {
		...fixture,
		url,
		sign,
		requests,
		stop: () => server.stop(),
		restart: async () => {
			server = await serveApp(app, Number(new URL(url).port));
		},
	};
}

export interface MirrorFixture {
	readonly mirror: CatalogSource;
	/** The cache's folder. */
	readonly cache: string;
	readonly pinFile: string;
	/** Another process with the same cache, as after a restart. */
	again(options?: Partial<MirrorOptions>): CatalogSource;
}

/** A laptop of a registry, with an empty cache. */
export function mirrorFixture(
	url: string,
	options: Partial<MirrorOptions> & { readonly key?: string } = {},
): MirrorFixture {
	const root = temporaryFolder();
	const cache = join(root, "cache");
	const pinFile = join(root, "keys.json");
	const again = (more: Partial<MirrorOptions> = {}) => {
		const pins = new KeyPins({ file: pinFile, given: options.key });
		const mirror = createMirror({
			url,
			folder: cache,
			pins,
			rules: RULES,
			pollMs: 50,
			...options,
			...more,
		});
		onTestFinished(() => mirror[Symbol.asyncDispose]());
		return mirror;
	};
	return { mirror: again(), cache, pinFile, again };
}
