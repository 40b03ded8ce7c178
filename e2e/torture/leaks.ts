import type { SoakReport } from "./soak.ts";

/** More is a leak: in a day of one laptop this would come to some 2 MiB. */
const BYTES_A_CALL = 100;
/** Connections that happen to be open at the moment. */
const HANDLES = 5;

/** What a server has left behind of its calls; it shows after few of them. */
export function leaksOf({ files, resources, keptBytes }: SoakReport): string[] {
	return [
		...(files[1] - files[0] > HANDLES ? ["files leak"] : []),
		...(resources[1] - resources[0] > HANDLES ? ["timers or sockets leak"] : []),
		...(keptBytes > BYTES_A_CALL ? ["memory leaks"] : []),
	];
}

/** What grows outside the heap: it takes thousands of calls to tell from what an allocator does. */
export function nativeLeaksOf({ outsideBytes }: SoakReport): string[] {
	return outsideBytes > BYTES_A_CALL ? ["memory outside the heap leaks"] : [];
}
