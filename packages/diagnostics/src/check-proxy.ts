import type { Environment } from "@cairn/kernel";
import type { Finding } from "./finding.ts";

const NAMES = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"];

/** Whether the environment names a proxy, which the requests of Node.js don't take. */
export function checkProxy(environment: Environment): Finding {
	const names = NAMES.filter((name) => (environment[name] ?? "") !== "");
	if (names.length === 0) return { check: "proxy", status: "ok", code: "no_proxy" };
	return { check: "proxy", status: "warning", code: "proxy_unused", names: names.join(", ") };
}
