import { hostname, networkInterfaces } from "node:os";
import { inCheckout } from "./checkout.mjs";

/** The program by which clients of this machine reach Cairn. */
export const CLIENT_COMMAND = inCheckout("node_modules", ".bin", "cairn");

/** Stands where the owner's own token belongs: a token is printed nowhere. */
const TOKEN_PLACE = "the token that you set";

/**
 * What to paste into an MCP client, so that its agent reaches the registry at this address. The agent is named after this
 * machine: an agent that is called another name in each session finds an empty memory each time.
 */
export function clientConfiguration(registryUrl, { wantsToken, convertUrl, wantsConvertToken }) {
	const args = ["mcp", "--agent", agentName()];
	const env = {
		TOOLS_REGISTRY_URL: registryUrl,
		...(wantsToken && { TOOLS_REGISTRY_TOKEN: TOKEN_PLACE }),
		...(convertUrl !== undefined && { TOOLS_CONVERT_URL: convertUrl }),
		...(convertUrl !== undefined && wantsConvertToken && { TOOLS_CONVERT_TOKEN: TOKEN_PLACE }),
	};
	const json = JSON.stringify({ mcpServers: { cairn: { command: CLIENT_COMMAND, args, env } } }, null, 2);
	const settings = Object.entries(env).map(([name, value]) => `--env ${quote(`${name}=${value}`)}`);
	const claude = `claude mcp add ${settings.join(" ")} --transport stdio cairn -- ${[CLIENT_COMMAND, ...args].map(quote).join(" ")}`;
	return { json, claude };
}

/** The addresses under which other machines of the local network reach a port of this one. */
export function lanAddresses(port) {
	const addresses = Object.values(networkInterfaces()).flat();
	return addresses
		.filter((address) => address.family === "IPv4" && !address.internal)
		.map(({ address }) => `http://${address}:${port}`);
}

function agentName() {
	const name = hostname()
		.split(".")[0]
		.toLowerCase()
		.replace(/[^a-z0-9_-]+/g, "-");
	return name.replace(/^-+|-+$/g, "").slice(0, 60) || "laptop";
}

function quote(argument) {
	return /^[\w./:@=-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}
