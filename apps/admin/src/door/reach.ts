import { forwardedRequest, hostNameOf, type TrustedProxies } from "@cairn/identity";
import type { HttpBindings } from "@hono/node-server";
import { getPathNoStrict } from "hono/utils/url";

/** How a browser reached these pages, as far as it can be believed. */
export interface Reach {
	/** The address of its machine; empty where that isn't known. */
	address: string;
	/** Host and port that it asked for, such as `cairn.local:3460`. */
	host: string;
	/** The host alone, as it stands in an address: with brackets when it is one of IPv6. */
	hostname: string;
	/** Whether it came over https, here or to a trusted proxy. */
	secure: boolean;
	/** The path below which a proxy shows these pages: empty, or such as `/cairn`. */
	basePath: string;
}

export interface ReachRules {
	proxies: TrustedProxies;
	/** The base path that the server was told. */
	basePath: string;
}

/** Reads how a request came in from its connection and, where trusted proxies stand before it, from their headers. */
export function reachOf(request: Request, env: Partial<HttpBindings> | undefined, rules: ReachRules): Reach {
	const url = new URL(request.url);
	const { address, protocol, host, prefix } = forwardedRequest(
		{
			peer: env?.incoming?.socket.remoteAddress,
			encrypted: url.protocol === "https:",
			header: (name) => request.headers.get(name) ?? undefined,
		},
		rules.proxies,
	);
	const name = hostNameOf(host) ?? url.hostname;
	return {
		address,
		host: host ?? url.host,
		hostname: name.includes(":") && !name.startsWith("[") ? `[${name}]` : name,
		secure: protocol === "https",
		basePath: prefix === "" ? rules.basePath : prefix,
	};
}

/** The path by which routes are found: without the base path, which some proxies take off and others leave. */
export function routedPath(request: Request, { basePath }: Pick<Reach, "basePath">): string {
	const path = getPathNoStrict(request);
	if (!isBelow(path, basePath)) return path;
	return path === basePath ? "/" : path.slice(basePath.length);
}

/** The path as the browser has it, percent-encoded: with the base path, also where a proxy took it off. */
export function shownPath(path: string, basePath: string): string {
	return isBelow(path, basePath) ? path : `${basePath}${path}`;
}

function isBelow(path: string, basePath: string): boolean {
	return path === basePath || path.startsWith(`${basePath}/`);
}
