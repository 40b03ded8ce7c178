import type { Finding } from "./finding.ts";

const WANTED = [20, 19] as const;

/** Whether Node.js is one that Cairn runs on. @param node such as `20.19.0`. */
export function checkVersions({ cairn, node }: { cairn: string; node: string }): Finding {
	const [major = 0, minor = 0] = node.split(".").map(Number);
	if (major < WANTED[0] || (major === WANTED[0] && minor < WANTED[1]))
		return { check: "versions", status: "failed", code: "old_node", node, wanted: WANTED.join(".") };
	return { check: "versions", status: "ok", code: "versions", cairn, node };
}
