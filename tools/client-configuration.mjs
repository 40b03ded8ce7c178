import { hostname, networkInterfaces } from "node:os";
import { agentNameOf, clientConfiguration } from "../packages/kernel/src/client-configuration.mjs";
import { inCheckout } from "./checkout.mjs";

/** The program by which clients of this machine reach Cairn. */
export const CLIENT_COMMAND = inCheckout("node_modules", ".bin", "cairn");

/** Stand where the owner's own tokens belong: a token is printed nowhere. */
const SHARED_TOKEN = "the token that you set as TOOLS_REGISTRY_TOKEN";
const AGENT_TOKEN = "the agent's token from the page Agents";
const CONVERT_TOKEN = "the token that you set as CONVERT_TOKEN";

/**
 * What to paste into an MCP client of this machine, so that its agent reaches the registry at this address, and the
 * convert service where one runs.
 * @param options `wantsToken`: the registry lets nobody in without a token; `isShared`: one was set that all callers may
 * use; `convert`: the convert service's `url`, and whether it `wantsToken`.
 */
export function localClientConfiguration(registryUrl, { wantsToken, isShared, convert }) {
	const agent = agentNameOf(hostname());
	const connection = { command: CLIENT_COMMAND, registryUrl, wantsToken, convert, agent };
	const registry = isShared ? SHARED_TOKEN : AGENT_TOKEN;
	return clientConfiguration(connection, { registry, convert: CONVERT_TOKEN });
}

/** The addresses under which other machines of the local network reach a port of this one. */
export function lanAddresses(port) {
	const addresses = Object.values(networkInterfaces()).flat();
	return addresses
		.filter((address) => address.family === "IPv4" && !address.internal)
		.map(({ address }) => `http://${address}:${port}`);
}
