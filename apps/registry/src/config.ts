import { join, resolve } from "node:path";
import { parseAllowedHosts, parseTrustedProxies, TOKEN_RULE, type TrustedProxies } from "@cairn/identity";
import { choiceSetting, type Environment, integerSetting, textSetting, tokenSetting } from "@cairn/kernel";

export interface RegistryConfig {
	/** The SQLite file that holds the store, unless a database does. */
	readonly storeFile: string;
	/** The PostgreSQL database that holds the store; undefined where a file does. */
	readonly databaseUrl: string | undefined;
	/** Where the backup goes that is made before a migration. */
	readonly backupFolder: string;
	/** What the program was started with, for PostgreSQL's own programs. */
	readonly environment: Environment;
	readonly catalog: CatalogConfig;
	readonly port: number;
	/** Undefined for all interfaces where a token is wanted, and else loopback. */
	readonly host: string | undefined;
	/** The token that all callers share. Without it, and without agents' tokens, anybody who reaches the address is let in. */
	readonly token: string | undefined;
	/** Whether a token is asked for also before there is any. */
	readonly tokenRequired: boolean;
	/** How many calls a minute an agent's token may make. */
	readonly callsPerMinute: number;
	/** Names to which it answers beside those of the local network and those that the owner added. */
	readonly allowedHosts: readonly string[];
	/** The machines whose word about where a request came from is taken. */
	readonly proxies: TrustedProxies;
	/** A token that only reads the figures of /metrics. */
	readonly metricsToken: string | undefined;
	readonly logLevel: string;
}

export interface CatalogConfig {
	/** The folder with a directory for each script, which people edit. */
	readonly scriptsFolder: string;
	/** Where whole versions of scripts are laid out to be served. */
	readonly versionsFolder: string;
	/** The key that signs the catalog; made on the first start. */
	readonly keyFile: string;
	/** Whether this key may take the place of another one under which the catalog was signed. */
	readonly replaceKey: boolean;
	/** Remembers in which folder scripts were last seen. */
	readonly knownFolderFile: string;
	/** How many bytes of versions laid out stay that are no longer served. */
	readonly spareBytes: number;
	/** How many bytes of what scripts were the store keeps. */
	readonly historyBytes: number;
	/** Whether a new or changed script is served only after the owner's approval. */
	readonly approvalRequired: boolean;
}

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/**
 * Reads the registry's settings.
 * @throws CairnError `invalid_input`, naming the setting that can't be used.
 */
export function readRegistryConfig(environment: Environment = process.env): RegistryConfig {
	const token = tokenSetting(environment, "TOOLS_REGISTRY_TOKEN");
	const dataFolder = resolve(textSetting(environment, "CAIRN_DATA_DIR") ?? "data");
	return {
		storeFile: join(dataFolder, "cairn.db"),
		databaseUrl: tokenSetting(environment, "DATABASE_URL"),
		environment,
		backupFolder: resolve(textSetting(environment, "CAIRN_BACKUPS_DIR") ?? join(dataFolder, "backups")),
		catalog: {
			scriptsFolder: resolve(textSetting(environment, "TOOLS_SCRIPTS_DIR") ?? "scripts"),
			versionsFolder: join(dataFolder, "catalog"),
			knownFolderFile: join(dataFolder, "catalog", "known-folder"),
			spareBytes: megabytesSetting(environment, "CAIRN_SPARE_VERSIONS_MB", 256),
			historyBytes: megabytesSetting(environment, "CAIRN_SCRIPT_HISTORY_MB", 1024),
			keyFile: join(dataFolder, "catalog-key.pem"),
			replaceKey: keySetting(environment),
			approvalRequired: approvalSetting(environment),
		},
		port: integerSetting(environment, "PORT", { fallback: 3457, min: 0, max: 65_535 }),
		host: textSetting(environment, "HOST"),
		token,
		tokenRequired:
			choiceSetting(environment, "CAIRN_TOKENS", { choices: ["auto", "required"], fallback: "auto" }) ===
			"required",
		callsPerMinute: integerSetting(environment, "CAIRN_CALLS_PER_MINUTE", {
			fallback: TOKEN_RULE.points,
			min: 1,
			max: 1_000_000,
		}),
		allowedHosts: parseAllowedHosts("CAIRN_ALLOWED_HOSTS", textSetting(environment, "CAIRN_ALLOWED_HOSTS")),
		proxies: parseTrustedProxies("CAIRN_TRUSTED_PROXIES", textSetting(environment, "CAIRN_TRUSTED_PROXIES")),
		metricsToken: tokenSetting(environment, "CAIRN_METRICS_TOKEN"),
		logLevel: choiceSetting(environment, "LOG_LEVEL", { choices: LOG_LEVELS, fallback: "info" }),
	};
}

const MEGABYTE = 1024 * 1024;

function megabytesSetting(environment: Environment, name: string, fallback: number): number {
	return integerSetting(environment, name, { fallback, min: 0, max: 1_000_000 }) * MEGABYTE;
}

function keySetting(environment: Environment): boolean {
	const choices = ["keep", "replace"] as const;
	return choiceSetting(environment, "CAIRN_CATALOG_KEY", { choices, fallback: "keep" }) === "replace";
}

function approvalSetting(environment: Environment): boolean {
	const choices = ["off", "required"] as const;
	return choiceSetting(environment, "CAIRN_CATALOG_APPROVAL", { choices, fallback: "off" }) === "required";
}
