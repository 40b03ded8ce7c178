import { once } from "node:events";
import { connect } from "node:net";

/** Begins a request and never ends it. */
const UNFINISHED = "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\nx-slow: ";

/** Holds a server's connections by a hundred clients that begin a request and never end it, until it is disposed of. */
export async function besiege(url: string): Promise<Disposable> {
	const { hostname, port } = new URL(url);
	const sockets = Array.from({ length: 100 }, () => connect(Number(port), hostname));
	// The server may well cut them off.
	for (const socket of sockets) socket.on("error", () => undefined);
	await Promise.all(sockets.map((socket) => once(socket, "connect")));
	for (const socket of sockets) socket.write(UNFINISHED);
	return {
		[Symbol.dispose]: () => {
			for (const socket of sockets) socket.destroy();
		},
	};
}
