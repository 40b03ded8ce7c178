import { isIP } from "node:net";
import { plainAddress } from "@cairn/kernel/allowed-host";
import type { TrustedProxies } from "./trusted-proxies.ts";

/** A request as it came in: who is at the other end of the connection, and what its headers say. */
export interface IncomingRequest {
	/** The address of the peer; undefined where there is none, such as on a Unix socket. */
	readonly peer: string | undefined;
	/** Whether the connection itself is TLS. */
	readonly encrypted: boolean;
	/** The value of a header by its lower-case name; several of one name are joined by commas. */
	readonly header: (name: string) => string | undefined;
}

/** Where a request came from, as far as it can be believed. */
export interface ForwardedRequest {
	/** Of the machine that sent it first; empty where that isn't known. */
	readonly address: string;
	readonly protocol: "http" | "https";
	/** The Host header that the first machine sent. */
	readonly host: string | undefined;
	/** The path under which a proxy shows this server, such as `/cairn`; empty for none. */
	readonly prefix: string;
}

/** Slashes at the end are let go by the same look: to cut them off first takes the square of their number. */
const PREFIX = /^((?:\/[a-zA-Z0-9_-]+)+)\/*$/;

/**
 * Where a request came from: what trusted proxies say of it (X-Forwarded-For, -Proto, -Host, -Prefix), else what the
 * connection shows. Of a list of addresses the last one that no trusted proxy has is the sender's: all before it is what
 * the sender made up.
 */
export function forwardedRequest(request: IncomingRequest, proxies: TrustedProxies): ForwardedRequest {
	const peer = plainAddress(request.peer ?? "");
	const direct: ForwardedRequest = {
		address: peer,
		protocol: request.encrypted ? "https" : "http",
		host: request.header("host"),
		prefix: "",
	};
	if (!proxies.trusts(peer)) return direct;
	const protocol = last(request.header("x-forwarded-proto"))?.toLowerCase();
	const [, prefix = ""] = PREFIX.exec(last(request.header("x-forwarded-prefix")) ?? "") ?? [];
	return {
		address: senderOf(request.header("x-forwarded-for"), { peer, proxies }),
		protocol: protocol === "https" || protocol === "http" ? protocol : direct.protocol,
		host: last(request.header("x-forwarded-host")) ?? direct.host,
		prefix,
	};
}

function senderOf(
	list: string | undefined,
	{ peer, proxies }: { peer: string; proxies: TrustedProxies },
): string {
	let sender = peer;
	for (const hop of partsOf(list).reverse()) {
		const address = withoutPort(hop);
		if (isIP(address) === 0) return sender;
		sender = address;
		if (!proxies.trusts(address)) return sender;
	}
	return sender;
}

/** Some proxies write the port too: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
	const [, address] = /^(\[.*\]|[^:]+):\d{1,5}$/.exec(hop) ?? [];
	return plainAddress(address ?? hop);
}

/** The last of several values is what the nearest proxy, the trusted one, said. */
function last(list: string | undefined): string | undefined {
	return partsOf(list).at(-1);
}

function partsOf(list: string | undefined): string[] {
	return (list ?? "")
		.split(",")
		.map((part) => part.trim())
		.filter((part) => part !== "");
}
