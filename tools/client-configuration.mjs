import { hostname, networkInterfaces } from "node:os";
import { agentNameOf, clientConfiguration } from "../packages/kernel/src/client-configuration.mjs";
import { inCheckout } from "./checkout.mjs";

/** The program by which clients of this machine reach Cairn. */
export const CLIENT_COMMAND = inCheckout("node_modules", ".bin", "cairn");

/** Stands where the owner's own token belongs: a token is printed nowhere. */
const TOKEN_PLACE = "the token that you set";

/**
 * What to paste into an MCP client of this machine, so that its agent reaches the registry at this address, and the
 * convert service where one runs.
 */
export function localClientConfiguration(registryUrl, { wantsToken, convert }) {
	const agent = agentNameOf(hostname());
	const connection = { command: CLIENT_COMMAND, registryUrl, wantsToken, convert, agent };
	return clientConfiguration(connection, TOKEN_PLACE);
}

/** The addresses under which other machines of the local network reach a port of this one. */
export function lanAddresses(port) {
	const addresses = Object.values(networkInterfaces()).flat();
	return addresses
		.filter((address) => address.family === "IPv4" && !address.internal)
		.map(({ address }) => `http://${address}:${port}`);
}
