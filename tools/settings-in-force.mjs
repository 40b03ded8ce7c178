// Which settings of the environment make the servers what they are: who starts them again without these gets others.
import { shellQuote } from "../packages/kernel/src/client-configuration.mjs";

/** Settings that may be shown. */
const SHOWN = [
	...["TOOLS_SCRIPTS_DIR", "CAIRN_BACKUPS_DIR", "CAIRN_BACKUPS_KEEP", "CAIRN_SPARE_VERSIONS_MB"],
	...["CAIRN_SCRIPT_HISTORY_MB", "CAIRN_CATALOG_APPROVAL", "CAIRN_TOKENS", "CAIRN_CALLS_PER_MINUTE"],
	...["HOST", "ADMIN_HOST", "CAIRN_ALLOWED_HOSTS", "CAIRN_TRUSTED_PROXIES", "CAIRN_BASE_PATH"],
	...["ADMIN_TLS_CERT_FILE", "ADMIN_TLS_KEY_FILE", "CAIRN_OWNER_PASSWORD_FILE"],
	...["CAIRN_PUBLIC_REGISTRY_URL", "CAIRN_PUBLIC_MCP_URL", "CAIRN_PUBLIC_CONVERT_URL", "CAIRN_REGISTRY_URL"],
	...["TOOLS_CONVERT_URL", "CONVERT_WORK_DIR", "CONVERT_MAX_BODY", "CONVERT_TIMEOUT", "CONVERT_CONCURRENCY"],
	...[
		"CONVERT_QUEUE",
		"CONVERT_MEMORY",
		"CONVERT_MAX_UNPACKED",
		"CONVERT_RESTART_AFTER",
		"CONVERT_MAX_PAGES",
	],
	...["CONVERT_SPARE_OFFICES", "CONVERT_SPARE_PAGES", "CONVERT_WITHOUT", "CONVERT_ALLOW_HOSTS"],
	...["CONVERT_NETWORK_NAMESPACE", "LOG_LEVEL"],
];

/** Settings that hold a secret, or may; each may also be a file's name in a setting that ends with `_FILE`. */
const SECRET = [
	"DATABASE_URL",
	"TOOLS_REGISTRY_TOKEN",
	"CONVERT_TOKEN",
	"TOOLS_CONVERT_TOKEN",
	"CAIRN_METRICS_TOKEN",
];

/** What `npm start` sets itself, or what is meant for one start alone. */
const LEFT_OUT = [
	...[
		"PORT",
		"CONVERT_PORT",
		"CAIRN_DATA_DIR",
		"REGISTRY_URL",
		"CAIRN_CLIENT_COMMAND",
		"CAIRN_START_COMMAND",
	],
	...["CAIRN_CATALOG_KEY", "PATH"],
];

/** All settings that are known here, for a test that none of the servers' is missing. */
export const KNOWN_SETTINGS = [...SHOWN, ...SECRET, ...LEFT_OUT];

/**
 * The settings in force as words before a shell's command, each with a space after it. A secret isn't shown: the shell
 * takes the one that it has, and says so and stops where it has none.
 */
export function settingsBefore(environment) {
	const shown = [...SHOWN, ...SECRET.map((name) => `${name}_FILE`)]
		.filter((name) => environment[name])
		.map((name) => `${name}=${shellQuote(environment[name])} `);
	const secret = SECRET.filter((name) => environment[name]).map(
		(name) => `${name}="\${${name}:?set it first, as it is for the Cairn that runs}" `,
	);
	return [...secret, ...shown].join("");
}
