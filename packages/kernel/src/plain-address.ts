const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/** An address as people write it: an IPv4 one that came in IPv6's dress without it, and no zone. */
export function plainAddress(address: string): string {
	const bare = address
		.trim()
		.replace(/^\[(.*)\]$/, "$1")
		.replace(/%.*$/, "");
	return MAPPED.exec(bare)?.[1] ?? bare.toLowerCase();
}
