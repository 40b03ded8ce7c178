import { BlockList, isIP } from "node:net";
import { CairnError } from "@cairn/kernel";
import { isPrivateAddress, plainAddress } from "@cairn/kernel/allowed-host";

/** The machines whose word about where a request came from is taken. */
export interface TrustedProxies {
	trusts(address: string): boolean;
}

/** Nobody's word is taken. */
export const NO_PROXIES: TrustedProxies = { trusts: () => false };

/**
 * Reads a setting such as `127.0.0.1, 172.18.0.0/16`: addresses and networks of proxies, separated by commas or spaces;
 * `loopback` and `private` stand for all such addresses.
 * @throws CairnError `invalid_input`, naming the setting and the word that is none of these.
 */
export function parseTrustedProxies(setting: string, text: string | undefined): TrustedProxies {
	const words = (text ?? "").split(/[\s,]+/).filter((word) => word !== "");
	if (words.length === 0) return NO_PROXIES;
	const list = new BlockList();
	for (const word of words) {
		if (word === "private") continue;
		if (word === "loopback") {
			list.addSubnet("127.0.0.0", 8, "ipv4");
			list.addAddress("::1", "ipv6");
		} else if (!addNetwork(list, word)) {
			throw new CairnError(
				"invalid_input",
				`${setting} lists addresses and networks of proxies, such as 127.0.0.1 or 172.18.0.0/16, or says loopback or private; "${word}" is none of these.`,
			);
		}
	}
	const allPrivate = words.includes("private");
	return {
		trusts(address) {
			const plain = plainAddress(address);
			const family = isIP(plain);
			if (family === 0) return false;
			return (allPrivate && isPrivateAddress(plain)) || list.check(plain, family === 6 ? "ipv6" : "ipv4");
		},
	};
}

function addNetwork(list: BlockList, word: string): boolean {
	const [address = "", bits, ...rest] = word.split("/");
	const family = isIP(address);
	if (family === 0 || rest.length > 0) return false;
	const type = family === 6 ? "ipv6" : "ipv4";
	if (bits === undefined) {
		list.addAddress(address, type);
		return true;
	}
	const most = family === 6 ? 128 : 32;
	if (!/^\d{1,3}$/.test(bits) || Number(bits) > most) return false;
	list.addSubnet(address, Number(bits), type);
	return true;
}
