import { createServer, type RequestListener, type Server, type ServerOptions } from "node:http";
import { createServer as createTlsServer, Server as TlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { addressGroup } from "./address-group.ts";
import { CairnError } from "./cairn-error.ts";

/** How long a client may take to send the headers of a request, milliseconds. */
const HEADERS_MS = 20_000;
/** How long it may take for a whole request unless told, milliseconds: 8 MiB over a slow line. */
const REQUEST_MS = 120_000;
/** How often it is looked for clients that take longer, milliseconds. */
const CHECK_MS = 5_000;
/** Beyond these, a connection is closed at once: a flood of idle ones must not use up the files of the process. */
const MAX_CONNECTIONS = 2_000;
/** The same for those of one address, which must not take the others' too. */
const MAX_CONNECTIONS_PER_ADDRESS = 500;

export interface ListenOptions {
	readonly host: string;
	readonly port: number;
	/** The settings that the sentences name; HOST and PORT unless told. */
	readonly settings?: { readonly host: string; readonly port: string };
	/** Proxies: many may come through one, which therefore has no share. */
	readonly proxies?: { trusts(address: string): boolean };
	/** How long a client may take for a whole request, milliseconds. */
	readonly requestMs?: number;
	/** Certificate and key, with which it serves HTTPS. */
	readonly tls?: { readonly cert: Buffer; readonly key: Buffer } | undefined;
}

export type HttpServer = Server | TlsServer;

/**
 * Serves HTTP where the settings say. Clients that are slow with their requests are cut off, and hold up nobody.
 * @throws CairnError `invalid_input` naming the setting that can't be used; an error with code EADDRINUSE when the port
 * is taken, for whoever started the server to tell.
 */
export function listenHttp(listener: RequestListener, options: ListenOptions): Promise<HttpServer> {
	const { host, port, tls, proxies, requestMs = REQUEST_MS } = options;
	const timeouts: ServerOptions = {
		headersTimeout: HEADERS_MS,
		requestTimeout: requestMs,
		connectionsCheckingInterval: CHECK_MS,
	};
	const server =
		tls === undefined ? createServer(timeouts, listener) : createTlsServer({ ...timeouts, ...tls }, listener);
	server.maxConnections = MAX_CONNECTIONS;
	server.on("connection", limitPerAddress(proxies));
	return new Promise((resolve, reject) => {
		server.once("error", (error) => reject(sayWhy(error, options)));
		server.listen(port, host, () => resolve(server));
	});
}

/** Closes what one address opens beyond its share. */
function limitPerAddress(proxies: ListenOptions["proxies"]): (socket: Socket) => void {
	const open = new Map<string, number>();
	return (socket) => {
		const { remoteAddress = "" } = socket;
		if (proxies?.trusts(remoteAddress)) return;
		const address = addressGroup(remoteAddress);
		const count = (open.get(address) ?? 0) + 1;
		open.set(address, count);
		socket.once("close", () => {
			const left = (open.get(address) ?? 1) - 1;
			if (left > 0) open.set(address, left);
			else open.delete(address);
		});
		if (count > MAX_CONNECTIONS_PER_ADDRESS) socket.destroy();
	};
}

/** What the system says of a host name that it doesn't know, or of an address that this machine doesn't have. */
const NOT_HERE = ["ENOTFOUND", "EAI_AGAIN", "EADDRNOTAVAIL", "EAFNOSUPPORT", "EINVAL"];

function sayWhy(
	error: NodeJS.ErrnoException,
	{ host, port, settings = { host: "HOST", port: "PORT" } }: ListenOptions,
): Error {
	const code = error.code ?? "";
	if (code === "EACCES") {
		return new CairnError(
			"invalid_input",
			`This user may not listen on port ${port}: set ${settings.port} to another one.`,
		);
	}
	if (!NOT_HERE.includes(code)) return error;
	return new CairnError(
		"invalid_input",
		`${settings.host} must be an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them; it is "${host}" (${code}).`,
	);
}

/** The address under which this machine reaches a server, such as http://127.0.0.1:3457. */
export function urlOfServer(server: HttpServer): string {
	const { address, family, port } = server.address() as AddressInfo;
	const host = address === "::" || address === "0.0.0.0" ? "127.0.0.1" : address;
	return `${server instanceof TlsServer ? "https" : "http"}://${family === "IPv6" && host === address ? `[${host}]` : host}:${port}`;
}

const LOOPBACK = "127.0.0.1";
/** Every address of the machine, IPv6 and IPv4. */
const ALL_INTERFACES = "::";

/** Where a server listens: what the settings say, else for other machines only when they need a token. */
export function hostToListenOn(setting: string | undefined, wantsToken: boolean): string {
	return setting ?? (wantsToken ? ALL_INTERFACES : LOOPBACK);
}

/** Whether only programs of this machine reach an address. */
export function isLoopback(host: string): boolean {
	return host === "localhost" || host === "::1" || /^127\./.test(host);
}
