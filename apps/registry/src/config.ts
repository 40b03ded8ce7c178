import { join, resolve } from "node:path";
import { choiceSetting, type Environment, integerSetting, textSetting, tokenSetting } from "@cairn/kernel";

export interface RegistryConfig {
	/** The SQLite file that holds the store. */
	readonly storeFile: string;
	/** Where the backup goes that is made before a migration. */
	readonly backupFolder: string;
	readonly catalog: CatalogConfig;
	readonly port: number;
	readonly host: string;
	/** The token that all callers share; without it anybody who reaches the address is let in. */
	readonly token: string | undefined;
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
	/** Remembers in which folder scripts were last seen. */
	readonly knownFolderFile: string;
	/** How many bytes of versions laid out stay that are no longer served. */
	readonly spareBytes: number;
	/** How many bytes of what scripts were the store keeps. */
	readonly historyBytes: number;
	/** Whether a new or changed script is served only after the owner's approval. */
	readonly approvalRequired: boolean;
}

const LOOPBACK = "127.0.0.1";
/** Every address of the machine, IPv6 and IPv4. */
const ALL_INTERFACES = "::";
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
		backupFolder: resolve(textSetting(environment, "CAIRN_BACKUPS_DIR") ?? join(dataFolder, "backups")),
		catalog: {
			scriptsFolder: resolve(textSetting(environment, "TOOLS_SCRIPTS_DIR") ?? "scripts"),
			versionsFolder: join(dataFolder, "catalog"),
			knownFolderFile: join(dataFolder, "catalog", "known-folder"),
			spareBytes: megabytesSetting(environment, "CAIRN_SPARE_VERSIONS_MB", 256),
			historyBytes: megabytesSetting(environment, "CAIRN_SCRIPT_HISTORY_MB", 1024),
			keyFile: join(dataFolder, "catalog-key.pem"),
			approvalRequired: approvalSetting(environment),
		},
		port: integerSetting(environment, "PORT", { fallback: 3457, min: 0, max: 65_535 }),
		host: textSetting(environment, "HOST") ?? (token === undefined ? LOOPBACK : ALL_INTERFACES),
		token,
		metricsToken: tokenSetting(environment, "CAIRN_METRICS_TOKEN"),
		logLevel: choiceSetting(environment, "LOG_LEVEL", { choices: LOG_LEVELS, fallback: "info" }),
	};
}

const MEGABYTE = 1024 * 1024;

function megabytesSetting(environment: Environment, name: string, fallback: number): number {
	return integerSetting(environment, name, { fallback, min: 0, max: 1_000_000 }) * MEGABYTE;
}

function approvalSetting(environment: Environment): boolean {
	const choices = ["off", "required"] as const;
	return choiceSetting(environment, "CAIRN_CATALOG_APPROVAL", { choices, fallback: "off" }) === "required";
}

/** Whether only programs of this machine reach an address. */
export function isLoopback(host: string): boolean {
	return host === "localhost" || host === "::1" || /^127\./.test(host);
}
