import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const SERVER = fileURLToPath(new URL("./postgres-server.mjs", import.meta.url));

/**
 * Starts a PostgreSQL server of one's own, which ends with this process, however that ends. Unless `durable`, it does without
 * its care for what was committed, for speed.
 * @returns `{ url, restart, stop }`: the address of its database `postgres`, what starts it anew, and what ends it
 */
export async function startPostgres({ durable = false } = {}) {
	// Detached, so that Ctrl-C reaches it only by its stdin, after which it cleans up.
	const supervisor = spawn(process.execPath, durable ? [SERVER, "--durable"] : [SERVER], {
		stdio: ["pipe", "pipe", "inherit"],
		detached: true,
	});
	const ended = once(supervisor, "exit");
	const lines = createInterface({ input: supervisor.stdout });
	const told = async () => {
		const [line] = await Promise.race([once(lines, "line"), ended]);
		if (typeof line !== "string") throw new Error("PostgreSQL could not be started; what it said is above.");
		/** @type {string} */
		const { url } = JSON.parse(line);
		return url;
	};
	return {
		url: await told(),
		/**
		 * Stops the server and starts it again at its address.
		 * @param {"fast" | "immediate"} way whether it ends its sessions in order, or as if it had crashed
		 */
		async restart(way) {
			supervisor.stdin.write(`${way}\n`);
			await told();
		},
		async stop() {
			supervisor.stdin.end();
			await ended;
		},
	};
}
