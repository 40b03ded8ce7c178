import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createLogger } from "@cairn/kernel/logger";
import { expect, test, vi } from "vitest";
import { readRegistryConfig } from "../src/config.ts";
import { serveRegistry } from "../src/serve-registry.ts";

/** Three requests each; npm run torture brings the calls of a day, and looks at whole programs. */
const CALLS = 100;
/**
 * A heap that is still settling grows in some rounds; one that leaks grows in all of them, by what is kept of each request.
 */
const ROUNDS = 8;
const KEPT_BYTES = CALLS * 3 * 200;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** What is reachable, once all that isn't has gone: finalizers run between two collections. */
async function heapBytes(): Promise<number> {
	for (let n = 0; n < 3; n++) {
		collectGarbage();
		await new Promise((resolve) => setImmediate(resolve));
	}
	return process.memoryUsage().heapUsed;
}

/** Timers and sockets, by kind. */
const resources = () => [...process.getActiveResourcesInfo()].sort();

async function openRegistry() {
	const folder = await mkdtemp(join(tmpdir(), "cairn-soak-"));
	const config = readRegistryConfig({ CAIRN_DATA_DIR: folder, PORT: "0" });
	const logger = createLogger({ name: "registry", level: "silent" });
	const registry = await serveRegistry(config, { logger });
	return {
		url: registry.url,
		async [Symbol.asyncDispose]() {
			await registry.close();
			await rm(folder, { recursive: true });
		},
	};
}

test("polls and calls leave no timers, no sockets and nothing in memory", async () => {
	await using registry = await openRegistry();
	let seen = "";
	const post = async (operation: string, input: Record<string, unknown>) => {
		const answer = await fetch(`${registry.url}/api/scratchpad/${operation}`, {
			method: "POST",
			body: JSON.stringify({ agent_id: "a", ...input }),
			headers: { "content-type": "application/json" },
		});
		await answer.arrayBuffer();
		expect(answer.status).toBe(200);
	};
	const call = async (n: number) => {
		const poll = await fetch(`${registry.url}/registry`, { headers: { "if-none-match": seen } });
		await poll.arrayBuffer();
		seen = poll.headers.get("etag") ?? seen;
		await post("append_log", { path: "log", entry: `${n}` });
		await post("write_file", { path: `${n % 10}`, content: "x".repeat(2_000) });
	};
	const work = async () => {
		for (let n = 0; n < CALLS; n++) await call(n);
		return heapBytes();
	};
	// What is remembered by design is there after this.
	let heap = await work();
	const held = resources();
	let growth = Number.POSITIVE_INFINITY;
	for (let round = 0; round < ROUNDS && growth >= KEPT_BYTES; round++) {
		const before = heap;
		heap = await work();
		growth = heap - before;
	}
	expect(growth).toBeLessThan(KEPT_BYTES);
	await vi.waitFor(() => expect(resources().length).toBeLessThanOrEqual(held.length));
});
