import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAllowedHosts, parseTrustedProxies, type TrustedProxies } from "@cairn/identity";
import {
	CairnError,
	choiceSetting,
	type Environment,
	httpUrlSetting,
	integerSetting,
	textSetting,
	tokenSetting,
} from "@cairn/kernel";
import type { KnownAddresses } from "./connect/server-addresses.ts";

/** Where the appliance keeps what it must not lose. */
export interface DataPlaces {
	readonly dataFolder: string;
	/** The SQLite file that holds the store, unless a database does. */
	readonly storeFile: string;
	/** The PostgreSQL database that holds the store; undefined where a file does. */
	readonly databaseUrl: string | undefined;
	/** The key by which laptops know this server. */
	readonly keyFile: string;
	readonly backupsFolder: string;
	/** How many proven backups of a kind stay. */
	readonly keptBackups: number;
	/** What the programs were started with, for PostgreSQL's own programs and for the doctor. */
	readonly environment: Environment;
}

export interface AdminConfig extends DataPlaces {
	/** The address to listen on; `::` and `0.0.0.0` stand for all of this machine. */
	readonly host: string;
	readonly port: number;
	/** A certificate and its key, when the UI is to speak https itself. */
	readonly tls: TlsFiles | undefined;
	/** A file with the owner's password, for a server that has no owner yet. */
	readonly ownerPasswordFile: string | undefined;
	/** Names to which the UI answers beside those of the local network. */
	readonly allowedHosts: readonly string[];
	/** The proxies whose word about where a request came from is taken. */
	readonly trustedProxies: TrustedProxies;
	/** Where clients of other machines reach the servers, where that can't be told from the address of these pages. */
	readonly publicUrls: KnownAddresses["publicUrls"];
	/** The address of the registry, without a trailing slash. */
	readonly registryUrl: string;
	/** Whether laptops may run only versions of scripts that the owner has approved. */
	readonly approvalRequired: boolean;
	/** The path of the `cairn` program that clients start, when whoever started the UI said it. */
	readonly clientCommand: string | undefined;
	/** The shell's line that starts Cairn as it runs, when whoever started the UI said it. */
	readonly startCommand: string | undefined;
	/** The registry asks for a token. */
	readonly registryWantsToken: boolean;
	/** The registry asks for a token also while there is none. */
	readonly tokensRequired: boolean;
	/** The address of the convert service, without a trailing slash; undefined where there is none. */
	readonly convertUrl: string | undefined;
	/** The token that the convert service wants for a document. */
	readonly convertToken: string | undefined;
	/** Where the UI stands behind a proxy: empty, or a path such as `/cairn` without a trailing slash. */
	readonly basePath: string;
	/** The token that the registry wants, for the doctor to try; no page shows it. */
	readonly registryToken: string | undefined;
	/** A token that only reads the figures of /metrics. */
	readonly metricsToken: string | undefined;
	/** trace, debug, info, warn, error, fatal or silent. */
	readonly logLevel: string;
}

export interface TlsFiles {
	readonly certificate: string;
	readonly key: string;
}

/**
 * Reads the settings of the admin UI.
 * @throws CairnError `invalid_input`, naming the setting that can't be used.
 */
export function readAdminConfig(environment: Environment = process.env): AdminConfig {
	return {
		...readServerPlaces(environment),
		host: textSetting(environment, "ADMIN_HOST") ?? textSetting(environment, "HOST") ?? "127.0.0.1",
		tls: tlsSetting(environment),
		ownerPasswordFile: textSetting(environment, "CAIRN_OWNER_PASSWORD_FILE"),
		allowedHosts: parseAllowedHosts("CAIRN_ALLOWED_HOSTS", textSetting(environment, "CAIRN_ALLOWED_HOSTS")),
		trustedProxies: parseTrustedProxies(
			"CAIRN_TRUSTED_PROXIES",
			textSetting(environment, "CAIRN_TRUSTED_PROXIES"),
		),
		publicUrls: {
			registry: httpUrlSetting(environment, "CAIRN_PUBLIC_REGISTRY_URL"),
			mcp: httpUrlSetting(environment, "CAIRN_PUBLIC_MCP_URL"),
			convert: httpUrlSetting(environment, "CAIRN_PUBLIC_CONVERT_URL"),
		},
		port: integerSetting(environment, "PORT", { fallback: 3460, min: 0, max: 65_535 }),
		approvalRequired: approvalSetting(environment),
		clientCommand: textSetting(environment, "CAIRN_CLIENT_COMMAND"),
		startCommand: textSetting(environment, "CAIRN_START_COMMAND"),
		registryWantsToken: textSetting(environment, "TOOLS_REGISTRY_TOKEN") !== undefined,
		tokensRequired:
			choiceSetting(environment, "CAIRN_TOKENS", { choices: ["auto", "required"], fallback: "auto" }) ===
			"required",
		basePath: basePathSetting(environment),
		metricsToken: tokenSetting(environment, "CAIRN_METRICS_TOKEN"),
		logLevel: textSetting(environment, "LOG_LEVEL") ?? "info",
	};
}

/** The owner's program for a shell, which also does the work that would hold up the pages. */
export const ADMIN_PROGRAM = fileURLToPath(new URL("../dist/cairn-admin.mjs", import.meta.url));

/** The data folder of a server that was started in the checkout without naming another. */
const DATA_OF_CHECKOUT = fileURLToPath(new URL("../../../data", import.meta.url));

/** Where the data is: `CAIRN_DATA_DIR`, or the checkout's folder `data`; and its backups, `CAIRN_BACKUPS_DIR`. */
export function readDataPlaces(environment: Environment = process.env): DataPlaces {
	const dataFolder = resolve(textSetting(environment, "CAIRN_DATA_DIR") ?? DATA_OF_CHECKOUT);
	return {
		dataFolder,
		storeFile: join(dataFolder, "cairn.db"),
		databaseUrl: tokenSetting(environment, "DATABASE_URL"),
		keyFile: join(dataFolder, "catalog-key.pem"),
		backupsFolder: resolve(textSetting(environment, "CAIRN_BACKUPS_DIR") ?? join(dataFolder, "backups")),
		keptBackups: integerSetting(environment, "CAIRN_BACKUPS_KEEP", { fallback: 14, min: 1, max: 1_000 }),
		environment,
	};
}

/** The servers beside the data. */
export function readServerPlaces(environment: Environment = process.env) {
	return {
		...readDataPlaces(environment),
		registryUrl: httpUrlSetting(environment, "REGISTRY_URL") ?? "http://127.0.0.1:3457",
		registryToken: tokenSetting(environment, "TOOLS_REGISTRY_TOKEN"),
		convertUrl: httpUrlSetting(environment, "TOOLS_CONVERT_URL"),
		convertToken:
			tokenSetting(environment, "TOOLS_CONVERT_TOKEN") ?? tokenSetting(environment, "CONVERT_TOKEN"),
	};
}

function approvalSetting(environment: Environment): boolean {
	const text = textSetting(environment, "CAIRN_CATALOG_APPROVAL") ?? "off";
	if (text === "required" || text === "off") return text === "required";
	throw new CairnError(
		"invalid_input",
		`CAIRN_CATALOG_APPROVAL must be "required" or "off"; it is "${text}".`,
	);
}

function tlsSetting(environment: Environment): TlsFiles | undefined {
	const certificate = textSetting(environment, "ADMIN_TLS_CERT_FILE");
	const key = textSetting(environment, "ADMIN_TLS_KEY_FILE");
	if (certificate === undefined && key === undefined) return undefined;
	if (certificate !== undefined && key !== undefined) return { certificate, key };
	throw new CairnError(
		"invalid_input",
		"https needs both ADMIN_TLS_CERT_FILE and ADMIN_TLS_KEY_FILE: set the one that is missing, or neither.",
	);
}

function basePathSetting(environment: Environment): string {
	const text = textSetting(environment, "CAIRN_BASE_PATH")?.replace(/\/+$/, "") ?? "";
	if (text === "" || /^(\/[a-zA-Z0-9_-]+)+$/.test(text)) return text;
	throw new CairnError(
		"invalid_input",
		`CAIRN_BASE_PATH must be a path of letters, digits, _ and -, such as /cairn; it is "${text}".`,
	);
}
