import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Stands between a store and its server, and cuts what a test wants cut. */
export interface CuttingProxy extends AsyncDisposable {
	/** The url by which the database is reached through it. */
	readonly url: string;
	/** Ends all connections, and lets none come up until it is opened again. */
	close(): Promise<void>;
	open(): Promise<void>;
	/** Ends the connection on which these bytes come next, before or after they are passed on. */
	cutAt(bytes: string, when: "before" | "after"): void;
	/** Passes nothing on any more, and says nothing of that, as a network that is gone. */
	freeze(): void;
}

export async function openCuttingProxy(url: string): Promise<CuttingProxy> {
	const target = new URL(url);
	const sockets = new Set<Socket>();
	let isFrozen = false;
	let cut: { bytes: string; when: "before" | "after" } | undefined;
	const server = createServer({ allowHalfOpen: true }, (client) => {
		const upstream = connect(Number(target.port), target.hostname);
		const end = () => {
			for (const socket of [client, upstream]) {
				sockets.delete(socket);
				socket.destroy();
			}
		};
		for (const socket of [client, upstream]) {
			sockets.add(socket);
			socket.on("error", end).on("close", end);
		}
		upstream.on("data", (chunk) => {
			if (!isFrozen) client.write(chunk);
		});
		client.on("end", () => {
			if (!isFrozen) client.end();
		});
		client.on("data", (chunk) => {
			if (isFrozen) return;
			if (cut === undefined || !chunk.includes(cut.bytes)) return void upstream.write(chunk);
			const { when } = cut;
			cut = undefined;
			client.destroy();
			// The server reads what came before the end of the connection.
			if (when === "after") upstream.end(chunk);
			else end();
		});
	});
	const listen = async (port: number) => {
		server.listen(port, "127.0.0.1");
		await once(server, "listening");
		return (server.address() as AddressInfo).port;
	};
	const port = await listen(0);
	const close = async () => {
		const closed = new Promise((resolve) => server.close(resolve));
		for (const socket of sockets) socket.destroy();
		await closed;
	};
	return {
		url: Object.assign(new URL(url), { port: String(port) }).href,
		close,
		async open() {
			await listen(port);
		},
		cutAt(bytes, when) {
			cut = { bytes, when };
		},
		freeze() {
			isFrozen = true;
		},
		async [Symbol.asyncDispose]() {
			if (server.listening) await close();
		},
	};
}
