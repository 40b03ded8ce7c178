import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "@cairn/kernel/logger";
import { readRegistryConfig } from "../src/config.ts";
import { serveRegistry } from "../src/serve-registry.ts";

/** A registry of this process on a fresh store and a free port, and what it logs. */
export async function openRegistry(settings: Record<string, string> = {}) {
	const folder = await mkdtemp(join(tmpdir(), "cairn-registry-"));
	const log: string[] = [];
	const logger = createLogger({
		name: "registry",
		level: "debug",
		destination: { write: (line) => void log.push(line) },
	});
	const config = readRegistryConfig({ CAIRN_DATA_DIR: folder, PORT: "0", ...settings });
	const registry = await serveRegistry(config, { logger }).catch(async (error: unknown) => {
		await rm(folder, { recursive: true });
		throw error;
	});
	return {
		url: registry.url,
		folder,
		/** The log lines so far, parsed. */
		log: () => log.map((line) => JSON.parse(line)),
		post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
			fetch(registry.url + path, {
				method: "POST",
				body: JSON.stringify(body),
				headers: { "content-type": "application/json", ...headers },
			}),
		async [Symbol.asyncDispose]() {
			await registry.close();
			await rm(folder, { recursive: true });
		},
	};
}
