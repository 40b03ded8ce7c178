import { isIPv6 } from "node:net";
import { plainAddress } from "./plain-address.ts";

/**
 * What a limit by address counts under: an IPv4 address, or of an IPv6 address the first 64 bits, since whoever has one
 * address of such a network has them all.
 */
export function addressGroup(address: string): string {
	const plain = plainAddress(address);
	if (!isIPv6(plain)) return plain;
	const groups = expand(plain);
	return `${groups.slice(0, 4).join(":")}::/64`;
}

/** The eight groups of an IPv6 address. */
function expand(address: string): string[] {
	const [head = "", tail] = address.replace(/%.*$/, "").split("::");
	const before = head === "" ? [] : head.split(":");
	const after = tail === undefined || tail === "" ? [] : tail.split(":");
	const missing = tail === undefined ? 0 : 8 - before.length - after.length;
	return [...before, ...Array<string>(Math.max(missing, 0)).fill("0"), ...after].map((group) =>
		group.toLowerCase().replace(/^0+(?=.)/, ""),
	);
}
