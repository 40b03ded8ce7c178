import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below those that systems hand out, so that no other program gets it while its server is away. */
const LOWEST = 15_000;
const HIGHEST = 30_000;

/** A free port of 127.0.0.1 for a server that comes back to it. */
export async function keptPort(): Promise<string> {
	for (;;) {
		const port = randomInt(LOWEST, HIGHEST);
		if (await isFree(port)) return String(port);
	}
}

async function isFree(port: number): Promise<boolean> {
	const server = createServer();
	try {
		await once(server.listen(port, "127.0.0.1"), "listening");
	} catch {
		return false;
	}
	server.close();
	await once(server, "close");
	return true;
}
