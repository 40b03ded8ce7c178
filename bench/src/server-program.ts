import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { listeningAddress } from "./listening-address.ts";

export interface ServerProgram extends AsyncDisposable {
	/** Such as http://127.0.0.1:41234. */
	readonly url: string;
	/** From the start of its process to its first answer that it is ready, milliseconds. */
	readonly readyMs: number;
	/** What it holds in memory now, MiB. */
	residentMiB(): number;
}

/** Starts a server's program on a free port, and waits until it says that it's ready. */
export async function startServerProgram(
	program: string,
	settings: Readonly<Record<string, string>>,
): Promise<ServerProgram> {
	const startedAt = performance.now();
	const child = spawn(process.execPath, [program], {
		env: { PATH: process.env.PATH, PORT: "0", ...settings },
		stdio: ["ignore", "ignore", "pipe"],
	});
	const url = await listeningAddress(child);
	while (!(await fetch(`${url}/ready`)).ok);
	const readyMs = performance.now() - startedAt;
	return {
		url,
		readyMs,
		residentMiB: () => residentMiB(child.pid ?? 0),
		async [Symbol.asyncDispose]() {
			const exit = once(child, "exit");
			child.kill("SIGTERM");
			await exit;
		},
	};
}

/** As the system counts it (Linux); elsewhere there is no figure. */
function residentMiB(pid: number): number {
	if (process.platform !== "linux") return Number.NaN;
	const [, kibibytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
	return Number(kibibytes) / 1_024;
}
