import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const PROGRAM = join(import.meta.dirname, "..", "..", "..", "convert-service", "dist", "convert.mjs");

export interface RunningService extends AsyncDisposable {
	/** Such as http://127.0.0.1:41234. */
	readonly url: string;
}

/** Starts the convert service's own program, with the engines of this machine. */
export async function startConvertService(settings: Record<string, string>): Promise<RunningService> {
	const folder = await mkdtemp(join(tmpdir(), "cairn-convert-"));
	const child = spawn(process.execPath, [PROGRAM], {
		env: {
			PATH: process.env.PATH,
			HOME: folder,
			HOST: "127.0.0.1",
			CONVERT_PORT: "0",
			CONVERT_WORK_DIR: folder,
			...settings,
		},
		stdio: ["ignore", "ignore", "pipe"],
	});
	const url = await new Promise<string>((resolve, reject) => {
		createInterface({ input: child.stderr }).on("line", (line) => {
			const { msg, url } = JSON.parse(line);
			if (msg === "listening") resolve(url);
		});
		child.once("exit", (code) => reject(new Error(`the convert service ended with ${code}`)));
	});
	return {
		url,
		[Symbol.asyncDispose]: async () => {
			const exit = once(child, "exit");
			child.kill("SIGTERM");
			await exit;
			await rm(folder, { recursive: true, force: true });
		},
	};
}

/** Something else that listens where the convert service should. */
export async function serveInstead(answer: RequestListener): Promise<RunningService> {
	const server = createServer(answer);
	await once(server.listen(0, "127.0.0.1"), "listening");
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		[Symbol.asyncDispose]: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
