import { parseAllowedHosts, parseTrustedProxies, TOKEN_RULE, type TrustedProxies } from "@cairn/identity";
import {
	CairnError,
	choiceSetting,
	type Environment,
	integerSetting,
	textSetting,
	tokenSetting,
} from "@cairn/kernel";
import type { McpConfig } from "../config.ts";
import type { SessionLimits } from "./legacy-sessions.ts";

/** What `cairn mcp --http` needs to know beside what `cairn mcp` does. */
export interface McpHttpConfig {
	readonly mcp: McpConfig;
	readonly port: number;
	/** Undefined for all interfaces where a token is wanted, and else loopback. */
	readonly host: string | undefined;
	/** The token that all callers share, where the store is here. */
	readonly token: string | undefined;
	/** A token that only reads the figures of /metrics. */
	readonly metricsToken: string | undefined;
	/** How many calls a minute an agent's token may make, where the store is here. */
	readonly callsPerMinute: number;
	/** Names to which it answers beside those of the local network. */
	readonly allowedHosts: readonly string[];
	/** Origins of web pages that may call it, beside its own. */
	readonly allowedOrigins: readonly string[];
	/** The machines whose word about where a request came from is taken. */
	readonly proxies: TrustedProxies;
	readonly sessions: SessionLimits;
	readonly logLevel: string;
}

export interface HttpFlags {
	readonly port?: string | undefined;
	readonly host?: string | undefined;
}

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
const PORTS = { fallback: 3461, min: 0, max: 65_535 };

/**
 * Reads the settings of `cairn mcp --http`; flags win over the environment.
 * @throws CairnError `invalid_input`, naming the setting that can't be used.
 */
export function readHttpSettings(
	mcp: McpConfig,
	{ flags, environment }: { readonly flags: HttpFlags; readonly environment: Environment },
): McpHttpConfig {
	if (mcp.files !== undefined) {
		throw new CairnError(
			"invalid_input",
			"--root can't be served over HTTP: each of its callers would read this machine's files. Leave --root or --http out.",
		);
	}
	return {
		mcp,
		port: portSetting(flags, environment),
		host: flags.host ?? textSetting(environment, "HOST"),
		token: tokenSetting(environment, "TOOLS_REGISTRY_TOKEN"),
		metricsToken: tokenSetting(environment, "CAIRN_METRICS_TOKEN"),
		callsPerMinute: integerSetting(environment, "CAIRN_CALLS_PER_MINUTE", {
			fallback: TOKEN_RULE.points,
			min: 1,
			max: 1_000_000,
		}),
		allowedHosts: parseAllowedHosts("CAIRN_ALLOWED_HOSTS", textSetting(environment, "CAIRN_ALLOWED_HOSTS")),
		allowedOrigins: originsSetting(environment, "CAIRN_MCP_ALLOWED_ORIGINS"),
		proxies: parseTrustedProxies("CAIRN_TRUSTED_PROXIES", textSetting(environment, "CAIRN_TRUSTED_PROXIES")),
		sessions: {
			sessions: integerSetting(environment, "CAIRN_MCP_SESSIONS", { fallback: 256, min: 1, max: 100_000 }),
			sessionsPerCaller: integerSetting(environment, "CAIRN_MCP_SESSIONS_PER_TOKEN", {
				fallback: 32,
				min: 1,
				max: 100_000,
			}),
			idleMs:
				integerSetting(environment, "CAIRN_MCP_SESSION_IDLE_SECONDS", {
					fallback: 1800,
					min: 1,
					max: 86_400,
				}) * 1000,
		},
		logLevel: choiceSetting(environment, "LOG_LEVEL", { choices: LOG_LEVELS, fallback: "info" }),
	};
}

function portSetting({ port }: HttpFlags, environment: Environment): number {
	if (port !== undefined) return integerSetting({ "--port": port }, "--port", PORTS);
	const name = textSetting(environment, "CAIRN_MCP_PORT") === undefined ? "PORT" : "CAIRN_MCP_PORT";
	return integerSetting(environment, name, PORTS);
}

/** Origins between commas or spaces, as a browser sends them, such as https://inspector.example.org. */
function originsSetting(environment: Environment, name: string): string[] {
	const words = (textSetting(environment, name) ?? "").split(/[\s,]+/).filter((word) => word !== "");
	return words.map((word) => {
		const url = URL.canParse(word) ? new URL(word) : undefined;
		if (url !== undefined && /^https?:$/.test(url.protocol) && url.pathname === "/") return url.origin;
		throw new CairnError(
			"invalid_input",
			`${name} lists origins of web pages, such as https://inspector.example.org; "${word}" is none.`,
		);
	});
}
