import { BlockList } from "node:net";

/** Loopback, link-local, private and otherwise special ranges: IANA's special-purpose address registries. */
const special = new BlockList();
for (const [network, prefix] of [
	["0.0.0.0", 8],
	["10.0.0.0", 8],
	["100.64.0.0", 10],
	["127.0.0.0", 8],
	["169.254.0.0", 16],
	["172.16.0.0", 12],
	["192.0.0.0", 24],
	["192.168.0.0", 16],
	["198.18.0.0", 15],
	["224.0.0.0", 3],
] as const) {
	special.addSubnet(network, prefix, "ipv4");
}
for (const [network, prefix] of [
	["::", 96],
	["64:ff9b::", 32],
	["fc00::", 7],
	["fe80::", 10],
	["ff00::", 8],
] as const) {
	special.addSubnet(network, prefix, "ipv6");
}

/** Whether an address leads to this machine or into its own network rather than out into the world. */
export function isPrivateAddress(address: string): boolean {
	const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
	if (mapped !== undefined) return isPrivateAddress(mapped);
	return special.check(address, address.includes(":") ? "ipv6" : "ipv4");
}
