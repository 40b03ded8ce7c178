import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../convert-service/src/main.ts", import.meta.url));

export interface ConvertService extends AsyncDisposable {
	/** Converts a document and gives the result; throws when it is refused. */
	convert(path: string, document: Uint8Array): Promise<Uint8Array>;
}

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
	return {
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
