import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bareEnvironment } from "../programs.ts";

const CAIRN_ADMIN = join(import.meta.dirname, "..", "..", "apps", "admin", "bin", "cairn-admin.mjs");

/** How a command ended: its status, or none when it was killed before. */
export interface Ended {
	readonly status: number | null;
	readonly said: string;
	readonly tookMs: number;
}

/** Runs `cairn-admin`; kills it after a while, where it is told one, if it is not done by then. */
export async function runAdmin(
	args: readonly string[],
	{ settings, killAfterMs }: { settings: Record<string, string>; killAfterMs?: number | undefined },
): Promise<Ended> {
	const startedAt = performance.now();
	const child = spawn(process.execPath, [CAIRN_ADMIN, ...args], {
		env: bareEnvironment(settings),
		stdio: ["ignore", "pipe", "pipe"],
	});
	let said = "";
	for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
	const closed = once(child, "close");
	if (killAfterMs !== undefined) {
		const timer = new AbortController();
		void closed.then(() => timer.abort());
		await sleep(killAfterMs, undefined, { signal: timer.signal }).catch(() => {});
		child.kill("SIGKILL");
	}
	const [status] = await closed;
	return { status, said, tookMs: performance.now() - startedAt };
}
