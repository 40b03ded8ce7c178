import type { Services } from "../services.ts";
import type { AdminContext } from "../view/admin-env.ts";
import { type ServerAddresses, serverAddresses } from "./server-addresses.ts";

/** The servers' addresses for the browser that sent a request. */
export function addressesOf(c: AdminContext, services: Services): ServerAddresses {
	const { connection, publicUrls } = services;
	const { registryUrl, convert } = connection;
	return serverAddresses({ registryUrl, convertUrl: convert?.url, publicUrls }, c.var.reach.hostname);
}
