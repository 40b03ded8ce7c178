import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { listeningAddress } from "./listening-address.ts";
import { REGISTRY } from "./programs.ts";
import { cpuMs } from "./stdio-server.ts";

export interface RegistryProgram extends AsyncDisposable {
	/** Such as http://127.0.0.1:41234. */
	readonly url: string;
	/** Processor time of the process so far, milliseconds. */
	cpuMs(): number;
}

/** Starts the server's program, on one core where the system can hold it there, and waits until it listens. */
export async function startRegistryProgram(
	settings: Readonly<Record<string, string>>,
): Promise<RegistryProgram> {
	const [program = "", ...args] = [...oneCore(), process.execPath, REGISTRY];
	const child = spawn(program, args, {
		env: { PATH: process.env.PATH, PORT: "0", ...settings },
		stdio: ["ignore", "ignore", "pipe"],
	});
	const url = await listeningAddress(child);
	return {
		url,
		cpuMs: () => cpuMs(child.pid),
		async [Symbol.asyncDispose]() {
			const exit = once(child, "exit");
			child.kill("SIGTERM");
			await exit;
		},
	};
}

/** What holds a program on one core; nothing where the system has no such command. */
function oneCore(): readonly string[] {
	const [program, ...args] = ["taskset", "-c", "0"] as const;
	return spawnSync(program, [...args, "true"]).status === 0 ? [program, ...args] : [];
}
