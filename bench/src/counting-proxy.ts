import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface Exchange {
	/** Of the request, without its query. */
	readonly path: string;
	readonly status: number;
	/** Of the answer's body. */
	readonly bytes: number;
}

export interface CountingProxy extends AsyncDisposable {
	readonly url: string;
	/** What went through so far; empty it to count anew. */
	readonly exchanges: Exchange[];
}

/** Stands between a laptop and its server and counts what the server sends. */
export async function startCountingProxy(target: string): Promise<CountingProxy> {
	const exchanges: Exchange[] = [];
	const server: Server = createServer((incoming, outgoing) => {
		const { method, headers, url = "" } = incoming;
		const forwarded = request(new URL(url, target), { method, headers }, (answer) => {
			let bytes = 0;
			answer.on("data", (chunk: Buffer) => {
				bytes += chunk.byteLength;
			});
			answer.on("end", () => {
				exchanges.push({ path: url.replace(/\?.*/, ""), status: answer.statusCode ?? 0, bytes });
			});
			outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(outgoing);
		});
		forwarded.on("error", () => outgoing.destroy());
		outgoing.on("close", () => forwarded.destroy());
		incoming.pipe(forwarded);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		exchanges,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}
