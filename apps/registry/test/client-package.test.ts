import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { serve } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClientRoutes } from "../src/client-package.ts";

const run = promisify(execFile);
const BUILT = join(import.meta.dirname, "..", "dist", "client", "cairn.tgz");

let folder: string;
let served: string;
let server: Server;
let address: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "cairn-client-"));
	served = join(folder, "cairn.tgz");
	const app = createClientRoutes(pathToFileURL(served));
	server = await new Promise<Server>((resolve) => {
		const started = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, () =>
			resolve(started as Server),
		);
	});
	address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/client/cairn.tgz`;
});
afterAll(async () => {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
	await rm(folder, { recursive: true, force: true });
});

/** Runs npm's programs as a laptop without a way to anything but this machine. */
function npm(program: "npm" | "npx", args: readonly string[], cwd = folder) {
	const env = {
		PATH: process.env.PATH ?? "",
		HOME: folder,
		npm_config_cache: join(folder, "cache"),
		// Nothing listens there.
		npm_config_registry: "http://127.0.0.1:9",
		npm_config_update_notifier: "false",
	};
	return run(program, [...args], { cwd, env });
}

/** Serves the package as if it were of another version. */
async function serveVersion(version: string): Promise<void> {
	const work = await mkdtemp(join(folder, "work-"));
	await mkdir(join(work, "package"));
	await run("tar", ["-xzf", BUILT, "-C", work]);
	const manifest = join(work, "package", "package.json");
	await writeFile(manifest, JSON.stringify({ ...JSON.parse(await readFile(manifest, "utf8")), version }));
	await npm("npm", ["pack", "--offline", "--pack-destination", work], join(work, "package"));
	await rename(join(work, `cairn-${version}.tgz`), served);
}

describe("the client's package", () => {
	test("says how to have one, where it was not built", async () => {
		await rm(served, { force: true });
		const response = await fetch(address);
		expect(response.status).toBe(503);
		expect(await response.json()).toMatchObject({ detail: expect.stringContaining("npm run setup") });
	});

	test("is at the server's version each time that npx runs it", async () => {
		for (const version of ["7.0.0", "7.1.0", "6.0.0"]) {
			await serveVersion(version);
			await npm("npx", ["--yes", address, "--version"]);
			const [installed = ""] = await readdir(join(folder, "cache", "_npx"));
			const manifest = join(folder, "cache", "_npx", installed, "node_modules", "cairn", "package.json");
			expect(JSON.parse(await readFile(manifest, "utf8")).version).toBe(version);
		}
	});

	test("changes its tag with its bytes", async () => {
		await copyFile(BUILT, served);
		const first = await fetch(address);
		await first.arrayBuffer();
		const tag = first.headers.get("etag") ?? "";
		expect((await fetch(address, { headers: { "if-none-match": tag } })).status).toBe(304);
		await serveVersion("8.0.0");
		const second = await fetch(address, { headers: { "if-none-match": tag } });
		expect(second.status).toBe(200);
		await second.arrayBuffer();
		expect(second.headers.get("etag")).not.toBe(tag);
	});
});
