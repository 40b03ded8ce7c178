import { chmod, chown, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RecordQueue } from "@cairn/catalog/client";
import { describe, expect, onTestFinished, test } from "vitest";
import { readMcpConfig } from "./config.ts";
import { openScripts } from "./open-scripts.ts";
import { OwnKeyPins } from "./own-key-pins.ts";

const NOBODY = 65_534;

async function fixture() {
	const volume = await mkdtemp(join(tmpdir(), "cairn-open-scripts-"));
	const cache = join(volume, "cache");
	await mkdir(join(cache, "@cairn"), { recursive: true });
	await mkdir(join(volume, "more"));
	onTestFinished(async () => {
		await chmod(volume, 0o700);
		await rm(volume, { recursive: true, force: true });
	});
	const environment = {
		TOOLS_CACHE_DIR: cache,
		TOOLS_RUNS_DIR: join(volume, "more", "runs"),
		HOME: join(volume, "more"),
		PATH: process.env.PATH,
	};
	return { volume, cache, pins: join(cache, "@cairn", "registry-keys.json"), environment };
}

/** A server that has nothing of what it's asked for. */
async function emptyServer(): Promise<string> {
	const server = createServer((_request, response) => response.writeHead(404).end()).listen(0, "127.0.0.1");
	await new Promise((resolve) => server.once("listening", resolve));
	onTestFinished(() => {
		server.close();
		server.closeAllConnections();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("all that is kept is kept inside the cache's folder", () => {
	test("with scripts of a local folder", async () => {
		const { volume, cache, environment } = await fixture();
		const folder = join(volume, "more", "scripts");
		await mkdir(join(folder, "hello"), { recursive: true });
		await writeFile(join(folder, "hello", "manifest.yaml"), "name: hello\ndescription: d\nexec: ./run.sh\n");
		await writeFile(join(folder, "hello", "run.sh"), "#!/bin/sh\necho hi\n", { mode: 0o755 });
		await chmod(volume, 0o555);
		const config = readMcpConfig(
			{ db: join(volume, "none.db") },
			{ ...environment, TOOLS_SCRIPTS_DIR: folder },
		);
		await using scripts = await openScripts({ config, toolNames: [] });
		await scripts.ready;
		const result = await scripts.engine.run({ tool: "hello", inputs: {} });
		expect(result).toMatchObject({ status: "ok", stdout: "hi\n" });
		expect((await readdir(volume)).sort()).toEqual(["cache", "more"]);
		expect(await readdir(join(cache, "@cairn"))).toEqual(["local"]);
	});

	test("with a server, and records that wait for it", async () => {
		const { volume, cache, environment } = await fixture();
		const waiting = join(cache, "@cairn", "run-records");
		const away = new RecordQueue({ folder: waiting, send: () => Promise.reject(new Error("away")) });
		await away.add({
			...{ script: "a", tool: "a", digest: "0".repeat(64), run_id: "r", host: "laptop" },
			...{ started_at: 1, duration_ms: 1, status: "ok", exit_code: 0 },
		});
		await away[Symbol.asyncDispose]();
		const config = readMcpConfig({}, { ...environment, TOOLS_REGISTRY_URL: await emptyServer() });
		{
			await using scripts = await openScripts({ config, toolNames: [] });
			await scripts.ready;
		}
		expect((await readdir(volume)).sort()).toEqual(["cache", "more"]);
		expect(await readdir(waiting)).toHaveLength(1);
	});
});

describe("the file of pinned keys", () => {
	test("of this user is used", async () => {
		const { pins, environment } = await fixture();
		await writeFile(pins, "{}");
		const config = readMcpConfig({}, { ...environment, TOOLS_REGISTRY_URL: await emptyServer() });
		await using scripts = await openScripts({ config, toolNames: [] });
		await scripts.ready;
		expect(scripts.engine.catalog().scripts).toEqual([]);
	});

	test.each([
		["a link", (pins: string) => symlink("/etc/hostname", pins)],
		["a folder", (pins: string) => mkdir(pins)],
		[
			"somebody else's",
			async (pins: string) => {
				await writeFile(pins, "{}");
				// Only root can give a file away; for others a file of root's stands in.
				if (process.getuid?.() === 0) return chown(pins, NOBODY, NOBODY);
				await rm(pins);
				await symlink("/etc/passwd", pins);
			},
		],
	])("is refused when it is %s, with what to do", async (_what, put) => {
		const { pins, environment } = await fixture();
		await put(pins);
		const config = readMcpConfig({}, { ...environment, TOOLS_REGISTRY_URL: await emptyServer() });
		await expect(openScripts({ config, toolNames: [] })).rejects.toMatchObject({
			code: "forbidden",
			message: expect.stringMatching(/@cairn\/registry-keys\.json .* belongs to somebody else.*Remove it/),
		});
	});

	test("is looked at again before each use", async () => {
		const { pins: file } = await fixture();
		const pins = new OwnKeyPins({ file });
		const key = `ed25519:${"A".repeat(43)}` as never;
		await pins.accept("http://s", key);
		expect(await pins.pinned("http://s")).toBe(key);
		await rename(file, `${file}.evil`);
		await symlink(`${file}.evil`, file);
		await expect(pins.pinned("http://s")).rejects.toMatchObject({ code: "forbidden" });
		await expect(pins.accept("http://s", key)).rejects.toMatchObject({ code: "forbidden" });
		await expect(new OwnKeyPins({ file, given: key }).pinned("http://s")).resolves.toBe(key);
	});
});
