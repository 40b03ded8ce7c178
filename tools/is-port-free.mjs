import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Whether a server could listen on this port now. Only a port that another program holds counts as taken: an address
 * that can't be used at all is for the server to explain.
 * @param host the address to try, such as 127.0.0.1
 */
export async function isPortFree(port, host) {
	if (port === 0) return true;
	const server = createServer((socket) => socket.destroy());
	try {
		await once(server.listen({ port, host, exclusive: true }), "listening");
	} catch (error) {
		return error.code !== "EADDRINUSE";
	}
	server.close();
	await once(server, "close");
	return true;
}
