/** Where clients of other machines reach the servers. */
export interface ServerAddresses {
	registry: string;
	/** MCP over HTTP. */
	mcp: string;
	/** The convert service; undefined where there is none. */
	convert: string | undefined;
}

/** Where the admin itself reaches the servers, and what the owner said about how others do. */
export interface KnownAddresses {
	registryUrl: string;
	convertUrl: string | undefined;
	publicUrls: Readonly<Record<keyof ServerAddresses, string | undefined>>;
}

const MCP_PORT = "3461";

/**
 * The addresses of the servers for whoever opened these pages under a host name: the same name with the servers' ports,
 * unless the owner set others. A server at an address of its own keeps it: only one on this machine, or beside the admin
 * in a network of containers, where it goes by a bare name, is found under the admin's name.
 */
export function serverAddresses(
	{ registryUrl, convertUrl, publicUrls }: KnownAddresses,
	hostname: string,
): ServerAddresses {
	const beside = (url: string) => {
		const { hostname: own, port, protocol } = new URL(url);
		return isBeside(own) ? `${protocol}//${hostname}${port === "" ? "" : `:${port}`}` : url;
	};
	return {
		registry: publicUrls.registry ?? beside(registryUrl),
		mcp: publicUrls.mcp ?? `http://${hostname}:${MCP_PORT}/mcp`,
		convert: publicUrls.convert ?? (convertUrl === undefined ? undefined : beside(convertUrl)),
	};
}

function isBeside(hostname: string): boolean {
	return /^(127(\.\d+){3}|\[::1\]|0\.0\.0\.0|\[::\]|[^.[\]]+)$/.test(hostname);
}
