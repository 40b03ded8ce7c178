import { join, resolve } from "node:path";
import { type Environment, integerSetting, textSetting } from "@cairn/kernel";

export interface RegistryConfig {
	/** The SQLite file that holds the store. */
	readonly storeFile: string;
	readonly port: number;
	readonly host: string;
	/** The token that all callers share; without it anybody who reaches the address is let in. */
	readonly token: string | undefined;
	readonly logLevel: string;
}

const LOOPBACK = "127.0.0.1";
/** Every address of the machine, IPv6 and IPv4. */
const ALL_INTERFACES = "::";

/**
 * Reads the registry's settings.
 * @throws CairnError `invalid_input`, naming the setting that can't be used.
 */
export function readRegistryConfig(environment: Environment = process.env): RegistryConfig {
	const token = textSetting(environment, "TOOLS_REGISTRY_TOKEN");
	const dataFolder = textSetting(environment, "CAIRN_DATA_DIR") ?? "data";
	return {
		storeFile: join(resolve(dataFolder), "cairn.db"),
		port: integerSetting(environment, "PORT", { fallback: 3457, min: 0, max: 65_535 }),
		host: textSetting(environment, "HOST") ?? (token === undefined ? LOOPBACK : ALL_INTERFACES),
		token,
		logLevel: textSetting(environment, "LOG_LEVEL") ?? "info",
	};
}

/** Whether only programs of this machine reach an address. */
export function isLoopback(host: string): boolean {
	return host === "localhost" || host === "::1" || /^127\./.test(host);
}
