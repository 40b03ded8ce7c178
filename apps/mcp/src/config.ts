import { homedir, hostname, userInfo } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { RootOptions } from "@cairn/confined-files";
import {
	CairnError,
	type Environment,
	httpUrlSetting,
	integerSetting,
	textSetting,
	tokenSetting,
} from "@cairn/kernel";
import { isAgentToken } from "@cairn/kernel/token-introspection";
import { DEFAULT_SUMMARY_MODEL } from "@cairn/scratchpad";
import { hideEnvironment } from "./hide-environment.ts";
import type { HttpFlags, McpHttpConfig } from "./http/http-config.ts";
import { type RootFlags, readRootFlags } from "./root-flags.ts";

export interface McpConfig {
	/** Where files and logs lie: a Cairn server, or a store that this program opens itself. */
	readonly store: RemoteStore | LocalStore;
	/** Where claims are kept: there as well, unless they have a file of their own. */
	readonly claims: RemoteStore | LocalStore;
	/** Fills in `agent_id` when the client leaves it out. */
	readonly agent: string | undefined;
	/** Who asserts and confirms claims: the agent, or else the user of this machine. Empty where the token says it. */
	readonly caller: string;
	readonly scripts: ScriptsConfig;
	/** The convert service that scripts are given, without a trailing slash. */
	readonly convertUrl: string | undefined;
	/** A directory of this machine whose files are served beside the other tools. */
	readonly files: RootOptions | undefined;
	readonly summary: {
		readonly apiKey: string | undefined;
		readonly model: string;
		readonly baseUrl: string | undefined;
	};
}

/** How scripts are found and run on this machine. */
export interface ScriptsConfig {
	/** The local folder of scripts, used where no server is configured. */
	readonly folder: string;
	/** Where a server's catalog is mirrored. */
	readonly cacheFolder: string;
	readonly pollMs: number;
	/** How many bytes of replaced versions stay that no run can be using. */
	readonly spareBytes: number;
	/** The registry's public key, which then alone is trusted. */
	readonly registryKey: string | undefined;
	readonly runsFolder: string;
	readonly runTtlMs: number;
	readonly timeoutMs: number;
	/** Variables that scripts get beside the usual ones. */
	readonly passthrough: readonly string[];
	/** The environment from which those are taken, with where this program is. */
	readonly environment: Environment;
	/** The name under which this machine reports. */
	readonly laptop: string;
}

export interface RemoteStore {
	readonly url: string;
	readonly token: string | undefined;
}

/** A SQLite file of this machine, or a PostgreSQL database without a server of Cairn's before it. */
export type LocalStore = { readonly file: string } | { readonly databaseUrl: string };

/** What the command line says, which wins over the environment. */
export interface McpFlags extends RootFlags {
	readonly db?: string | undefined;
	readonly agent?: string | undefined;
}

/**
 * Reads the settings of `cairn mcp` and `cairn claims`.
 * @throws CairnError `invalid_input`, naming the setting that can't be used.
 */
export function readMcpConfig(flags: McpFlags, environment: Environment = process.env): McpConfig {
	const store = storeSetting(flags, environment);
	const agent = agentSetting(flags, environment);
	return {
		store,
		claims: claimsSetting(store, { flags, environment }),
		agent,
		caller: agent ?? ("url" in store && isAgentToken(store.token) ? "" : userName()),
		scripts: scriptsSettings(environment),
		convertUrl: httpUrlSetting(environment, "TOOLS_CONVERT_URL"),
		files: readRootFlags(flags),
		summary: {
			apiKey: textSetting(environment, "ANTHROPIC_API_KEY"),
			model: textSetting(environment, "CAIRN_SUMMARY_MODEL") ?? DEFAULT_SUMMARY_MODEL,
			baseUrl: httpUrlSetting(environment, "ANTHROPIC_BASE_URL"),
		},
	};
}

/**
 * The token that scripts send to the convert service, for the doctor to try. Scripts read no file in its place.
 * @throws CairnError `invalid_input` for one that can't be sent.
 */
export function readConvertToken({ TOOLS_CONVERT_TOKEN }: Environment): string | undefined {
	return tokenSetting({ TOOLS_CONVERT_TOKEN }, "TOOLS_CONVERT_TOKEN");
}

/**
 * Reads the settings of `cairn mcp --http`.
 * @throws CairnError `invalid_input`, naming the setting that can't be used.
 */
export async function readMcpHttpConfig(
	flags: McpFlags & HttpFlags,
	environment: Environment = process.env,
): Promise<McpHttpConfig> {
	// Only here, since over stdio nothing of it is needed.
	const { readHttpSettings } = await import("./http/http-config.ts");
	return readHttpSettings(readMcpConfig(flags, environment), { flags, environment });
}

/** Makes the environment unreadable to other programs; what was read of it, and process.env itself, stay as they are. */
export function hideMcpEnvironment(): void {
	hideEnvironment(process.env);
}

function storeSetting({ db }: McpFlags, environment: Environment): RemoteStore | LocalStore {
	if (db !== undefined) return { file: sqliteFile("--db", db) };
	const url = httpUrlSetting(environment, "TOOLS_REGISTRY_URL");
	if (url !== undefined) return { url, token: tokenSetting(environment, "TOOLS_REGISTRY_TOKEN") };
	return localStore(environment);
}

function claimsSetting(
	store: RemoteStore | LocalStore,
	{ flags, environment }: { flags: McpFlags; environment: Environment },
): RemoteStore | LocalStore {
	const named = textSetting(environment, "CLAIMS_MCP_DB");
	if ("url" in store || flags.db !== undefined || named === undefined) return store;
	return { file: sqliteFile("CLAIMS_MCP_DB", named) };
}

function localStore(environment: Environment): LocalStore {
	const databaseUrl = postgresUrl(environment);
	if (databaseUrl !== undefined) return { databaseUrl };
	for (const name of [DATABASE_URL, "SCRATCHPAD_DB_PATH"]) {
		const named = textSetting(environment, name);
		if (named !== undefined) return { file: sqliteFile(name, named) };
	}
	return { file: resolve(dataHome(environment), "cairn", "cairn.db") };
}

const DATABASE_URL = "CAIRN_DATABASE_URL";

/** The address of a database, which holds a password and so may come from a file, as a token may. */
function postgresUrl(environment: Environment): string | undefined {
	const named = textSetting(environment, DATABASE_URL);
	const isFile = named !== undefined && !POSTGRES.test(named);
	if (isFile && textSetting(environment, `${DATABASE_URL}_FILE`) === undefined) return undefined;
	const url = tokenSetting(environment, DATABASE_URL);
	if (url === undefined || POSTGRES.test(url)) return url;
	throw new CairnError(
		"invalid_input",
		`The file that ${DATABASE_URL}_FILE names must hold the address of a PostgreSQL database, such as postgresql://user:password@host:5432/cairn.`,
	);
}

const POSTGRES = /^postgres(ql)?:\/\//i;

/** The file that a path, a `file:` path or a `file://` URL names. No shell has expanded the ~ of a client's settings. */
function sqliteFile(name: string, text: string): string {
	const isUrl = text.startsWith("file://");
	const path = text.replace(/^file:/, "");
	if (path === "" || (!isUrl && /^[a-z+]+:\/\//i.test(path))) throw notAFile(name);
	if (text.includes("?")) {
		throw new CairnError(
			"invalid_input",
			`${name} names a SQLite file, which takes no settings: leave out the ? and what follows.`,
		);
	}
	return isUrl ? fileOfUrl(name, text) : resolve(path.replace(/^~(?=\/)/, homedir()));
}

function fileOfUrl(name: string, url: string): string {
	try {
		return fileURLToPath(url);
	} catch {
		throw notAFile(name);
	}
}

function notAFile(name: string): CairnError {
	return new CairnError(
		"invalid_input",
		`${name} must name a SQLite file, such as file:/home/me/cairn.db${name === DATABASE_URL ? ", or a PostgreSQL database, such as postgresql://user:password@host:5432/cairn" : ""}. For a server's store set TOOLS_REGISTRY_URL.`,
	);
}

/** Where a user's programs keep their data, by the XDG base directory specification. */
function dataHome(environment: Environment): string {
	return textSetting(environment, "XDG_DATA_HOME") ?? join(homedir(), ".local", "share");
}

const MEGABYTE = 1024 * 1024;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const PROGRAM = fileURLToPath(new URL("../bin/cairn.mjs", import.meta.url));
const SHIPPED_SCRIPTS = fileURLToPath(new URL("../../../scripts/", import.meta.url));

function scriptsSettings(environment: Environment): ScriptsConfig {
	const cacheFolder = join(homedir(), ".cache", "tools-registry", "scripts");
	const passthrough = textSetting(environment, "TOOLS_SCRIPT_ENV_PASSTHROUGH") ?? "";
	return {
		folder: resolve(textSetting(environment, "TOOLS_SCRIPTS_DIR") ?? SHIPPED_SCRIPTS),
		cacheFolder: resolve(textSetting(environment, "TOOLS_CACHE_DIR") ?? cacheFolder),
		pollMs: integerSetting(environment, "TOOLS_POLL_MS", { fallback: 5_000, min: 100, max: DAY_MS }),
		spareBytes:
			integerSetting(environment, "CAIRN_SPARE_VERSIONS_MB", { fallback: 256, min: 0, max: 1_000_000 }) *
			MEGABYTE,
		registryKey: textSetting(environment, "CAIRN_REGISTRY_KEY"),
		runsFolder: resolve(textSetting(environment, "TOOLS_RUNS_DIR") ?? "/tmp/tools-runs"),
		runTtlMs: integerSetting(environment, "TOOLS_RUN_TTL_MS", {
			fallback: DAY_MS,
			min: MINUTE_MS,
			max: 365 * DAY_MS,
		}),
		timeoutMs: integerSetting(environment, "TOOLS_SCRIPT_TIMEOUT_MS", {
			fallback: MINUTE_MS,
			min: 100,
			max: 60 * MINUTE_MS,
		}),
		passthrough: passthrough
			.split(",")
			.map((name) => name.trim())
			.filter((name) => name !== ""),
		environment: { ...environment, CAIRN_COMMAND: PROGRAM, CAIRN_NODE: process.execPath },
		laptop:
			hostname()
				.replace(/[^\w.-]/g, "-")
				.slice(0, 128) || "laptop",
	};
}

/** The name of the user who runs the program, in the characters that an agent's name may have. */
function userName(): string {
	try {
		return userInfo()
			.username.replace(/[^a-zA-Z0-9_-]/g, "-")
			.slice(0, 128);
	} catch {
		// A process may run under a user id that has no name.
		return "";
	}
}

function agentSetting(flags: McpFlags, environment: Environment): string | undefined {
	const agent = flags.agent ?? textSetting(environment, "CAIRN_AGENT");
	if (agent === undefined || /^[a-zA-Z0-9_-]{1,128}$/.test(agent)) return agent;
	const source = flags.agent === undefined ? "CAIRN_AGENT" : "--agent";
	throw new CairnError(
		"invalid_input",
		`${source} may hold only a-z, A-Z, 0-9, _ and -, up to 128 characters.`,
	);
}
