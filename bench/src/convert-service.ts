import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const MAIN = fileURLToPath(new URL("../../convert-service/src/main.ts", import.meta.url));

export interface ConvertService extends AsyncDisposable {
	/** Converts a document and gives the result; throws when it is refused. */
	convert(path: string, document: Uint8Array): Promise<Uint8Array>;
	/** Resolves when it has as much ready as after its start. */
	rest(): Promise<void>;
}

const LOOK_MS = 50;
/** What was made is still settling down for a moment. */
const SETTLE_MS = 500;

/** The convert service as a process of its own, with the engines of this machine. */
export async function startConvertService(): Promise<ConvertService> {
	const folder = await mkdtemp(join(tmpdir(), "cairn-bench-convert-"));
	const env = { ...process.env, CONVERT_WORK_DIR: folder, CONVERT_PORT: "0", LOG_LEVEL: "info" };
	const child = spawn(process.execPath, ["--import", "tsx", MAIN], {
		env,
		stdio: ["ignore", "ignore", "pipe"],
	});
	const url = await new Promise<string>((resolve, reject) => {
		createInterface({ input: child.stderr }).on("line", (line) => {
			const found = /"url":"([^"]+)"/.exec(line)?.[1];
			if (found !== undefined) resolve(found);
		});
		child.once("exit", () => reject(new Error("the convert service did not start")));
	});
	const atStart = await readyIn(url);
	return {
		async rest() {
			while ((await readyIn(url)) < atStart) await pause(LOOK_MS);
			await pause(SETTLE_MS);
		},
		async convert(path, document) {
			const response = await fetch(url + path, { method: "POST", body: document as Uint8Array<ArrayBuffer> });
			if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
			return new Uint8Array(await response.arrayBuffer());
		},
		async [Symbol.asyncDispose]() {
			child.kill("SIGTERM");
			await once(child, "exit");
			await rm(folder, { recursive: true, force: true });
		},
	};
}

/** How many offices, pages and workers wait ready. */
async function readyIn(url: string): Promise<number> {
	const health = await (await fetch(`${url}/health?verbose=1&test=0`)).json();
	const { engines } = z
		.object({ engines: z.record(z.string(), z.object({ warm: z.number() })) })
		.parse(health);
	return Object.values(engines).reduce((sum, { warm }) => sum + warm, 0);
}

const pause = (durationMs: number) => new Promise((resolve) => setTimeout(resolve, durationMs));
