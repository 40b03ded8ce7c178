import { BlockList, isIP } from "node:net";
import { plainAddress } from "./plain-address.ts";

export { plainAddress };

/** Names that nobody can register, so that no foreign page comes by them: of this machine and of the local network. */
const LOCAL_SUFFIXES = [".localhost", ".local", ".lan", ".internal", ".home.arpa"];

const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

/** Addresses of this machine and of networks that are not the internet. */
const PRIVATE = new BlockList();
for (const [network, prefix] of [
	["127.0.0.0", 8],
	["10.0.0.0", 8],
	["172.16.0.0", 12],
	["192.168.0.0", 16],
	["169.254.0.0", 16],
	["100.64.0.0", 10],
] as const)
	PRIVATE.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of [
	["::1", 128],
	["fc00::", 7],
	["fe80::", 10],
] as const)
	PRIVATE.addSubnet(network, prefix, "ipv6");

/** Whether an address is of this machine or of a network that is not the internet. */
export function isPrivateAddress(address: string): boolean {
	const plain = plainAddress(address);
	const family = isIP(plain);
	return family !== 0 && PRIVATE.check(plain, family === 6 ? "ipv6" : "ipv4");
}

/** Whether an address is of this machine alone. */
export function isLoopbackAddress(address: string): boolean {
	const plain = plainAddress(address);
	return plain === "::1" || (isIP(plain) === 4 && plain.startsWith("127."));
}

/**
 * Whether a server answers to a Host header. A foreign page can point a name of its own at this machine (DNS rebinding)
 * and then reads what it answers as if it were its own; the browser sends that name along. So only names that nobody
 * outside can have are answered to: loopback, private addresses, bare host names, those of the local network, and what
 * the owner named, such as the address or domain under which the server stands on the internet.
 */
export function isAllowedHost(hostHeader: string | undefined, named: Iterable<string> = []): boolean {
	const host = hostNameOf(hostHeader);
	if (host === undefined) return false;
	if (isPrivateAddress(host)) return true;
	if (isIP(host) === 0) {
		if (LABEL.test(host) && !/^\d+$/.test(host)) return true;
		if (LOCAL_SUFFIXES.some((suffix) => host.endsWith(suffix))) return true;
	}
	for (const name of named) if (hostNameOf(name) === host) return true;
	return false;
}

/** The name or address of a Host header in lower case, without port, brackets and a last dot; undefined for what is none. */
export function hostNameOf(hostHeader: string | undefined): string | undefined {
	const [, bracketed, plain] =
		/^(?:\[([0-9a-f:.]+)\]|([^:[\]]+))(?::\d{1,5})?$/i.exec(hostHeader ?? "") ?? [];
	if (bracketed !== undefined) return isIP(bracketed) === 6 ? plainAddress(bracketed) : undefined;
	const name = plain?.toLowerCase().replace(/\.$/, "");
	if (name === undefined || name.length > 253) return undefined;
	return isIP(name) === 4 || name.split(".").every((label) => LABEL.test(label)) ? name : undefined;
}
