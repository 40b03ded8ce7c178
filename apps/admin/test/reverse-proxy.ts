import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream";

export interface Certificate {
	cert: string;
	key: string;
}

export interface ReverseProxy extends AsyncDisposable {
	readonly port: number;
}

export interface ProxyOptions {
	/** The port of the server behind it, on 127.0.0.1. */
	upstream: number;
	/** Speaks https when there is one. */
	certificate?: Certificate | undefined;
	/** The path below which it shows that server. */
	prefix?: string;
	/** Whether it takes the prefix off, and says so. */
	strips?: boolean;
}

/** A small reverse proxy as people put before a server: it asks in its own name, and says who asked it. */
export async function startProxy(options: ProxyOptions): Promise<ReverseProxy> {
	const { certificate, upstream, prefix = "", strips = false } = options;
	const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
		const { method, url = "/", headers } = incoming;
		const said = {
			"x-forwarded-for": [headers["x-forwarded-for"], incoming.socket.remoteAddress]
				.filter(Boolean)
				.join(", "),
			"x-forwarded-proto": certificate === undefined ? "http" : "https",
			"x-forwarded-host": headers.host,
			...(strips && { "x-forwarded-prefix": prefix }),
		};
		const passed = request({
			host: "127.0.0.1",
			port: upstream,
			method,
			path: strips ? url.slice(prefix.length) || "/" : url,
			headers: { ...headers, ...said, host: `127.0.0.1:${upstream}` },
		});
		passed.on("response", (answer) => {
			outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
			pipeline(answer, outgoing, () => undefined);
		});
		passed.on("error", () => outgoing.destroy());
		pipeline(incoming, passed, () => undefined);
	};
	const server: Server = certificate === undefined ? createServer(pass) : createTlsServer(certificate, pass);
	await once(server.listen(0, "127.0.0.1"), "listening");
	return {
		port: (server.address() as AddressInfo).port,
		[Symbol.asyncDispose]: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
