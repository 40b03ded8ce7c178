import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream";

export interface RoundRobin extends AsyncDisposable {
	/** Where the servers are reached, each request by the next one. */
	readonly url: string;
}

/**
 * A load balancer in front of servers: each request goes to the next one in turn. One that can't be reached answers 502, as
 * no request is sent twice.
 */
export async function startRoundRobin(targets: readonly string[]): Promise<RoundRobin> {
	let turn = 0;
	const server = createServer((incoming, outgoing) => {
		const { hostname, port } = new URL(targets[turn++ % targets.length] ?? "");
		const { method, url: path, headers } = incoming;
		const passed = request({ hostname, port, method, path, headers, agent: false });
		passed.on("response", (answer) => {
			outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
			outgoing.flushHeaders();
			pipeline(answer, outgoing, () => undefined);
		});
		passed.on("error", () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
		outgoing.on("close", () => passed.destroy());
		pipeline(incoming, passed, () => undefined);
	});
	await once(server.listen(0, "127.0.0.1"), "listening");
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		[Symbol.asyncDispose]: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
