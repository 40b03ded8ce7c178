import type { Connection } from "@cairn/kernel/client-configuration";

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** The convert service as other machines reach it: beside the registry on a port, or at an address of its own. */
export type ConvertPlace =
	| { readonly port: string; readonly url?: never }
	| { readonly url: string; readonly port?: never };

/** Where the convert service is for other machines; undefined where there is none. */
export function convertPlace({ convert }: Connection): ConvertPlace | undefined {
	if (convert === undefined) return undefined;
	const { hostname, port } = new URL(convert.url);
	return LOOPBACK.has(hostname) ? { port: port === "" ? "80" : port } : { url: convert.url };
}

/**
 * Lines for the server's shell that make the tokens that are missing, print them and start Cairn again with the options
 * in use; undefined where none is missing. They are the same in every language.
 */
export function openServerLines(connection: Connection): string | undefined {
	const { wantsToken, convert, startCommand = "npm start" } = connection;
	const hasOpenConvert = convertPlace(connection)?.port !== undefined && convert?.wantsToken === false;
	const missing = [
		...(wantsToken ? [] : ["TOOLS_REGISTRY_TOKEN"]),
		...(hasOpenConvert ? ["CONVERT_TOKEN"] : []),
	];
	if (missing.length === 0) return undefined;
	return [
		...missing.map((name) => `export ${name}=$(openssl rand -hex 24)`),
		...missing.map((name) => `echo "${name}: $${name}"`),
		startCommand,
	].join("\n");
}
