import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const CHECKOUT = fileURLToPath(new URL("../../..", import.meta.url));

export interface RunningConvertService extends AsyncDisposable {
	readonly url: string;
}

/** Starts the convert service as it is, on a free port of this machine, and waits until it listens. */
export async function startConvertService(
	settings: Record<string, string> = {},
): Promise<RunningConvertService> {
	const program = join(CHECKOUT, "convert-service", "src", "main.ts");
	const workFolder = await mkdtemp(join(tmpdir(), "cairn-convert-"));
	const env = { PATH: process.env.PATH, PORT: "0", CONVERT_WORK_DIR: workFolder, ...settings };
	const child = spawn(process.execPath, ["--import", "tsx", program], {
		cwd: CHECKOUT,
		env,
		stdio: ["ignore", "pipe", "pipe"],
	});
	const ended = once(child, "exit");
	const log: string[] = [];
	const url = await new Promise<string>((resolve, reject) => {
		for (const stream of [child.stdout, child.stderr]) {
			createInterface({ input: stream }).on("line", (line) => {
				log.push(line);
				const found = /"url":"(http[^"]+)".*"msg":"listening"/.exec(line)?.[1];
				if (found !== undefined) resolve(found);
			});
		}
		void ended.then(([code]) =>
			reject(new Error(`the convert service ended with ${code}: ${log.join("\n")}`)),
		);
	});
	return {
		url,
		async [Symbol.asyncDispose]() {
			child.kill("SIGTERM");
			await ended;
			await rm(workFolder, { recursive: true });
		},
	};
}
