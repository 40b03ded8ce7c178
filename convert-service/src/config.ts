import { cpus, tmpdir, totalmem } from "node:os";
import { join, resolve } from "node:path";
import {
	CairnError,
	choiceSetting,
	type Environment,
	httpUrlSetting,
	integerSetting,
	textSetting,
	tokenSetting,
} from "@cairn/kernel";

export interface ConvertConfig {
	readonly port: number;
	readonly host: string;
	/** With a token, every POST wants it as a bearer. */
	readonly token: string | undefined;
	/** The registry whose agents' tokens are let in too, those that may convert. */
	readonly registryUrl: string | undefined;
	/** A token that only reads the figures of /metrics. */
	readonly metricsToken: string | undefined;
	readonly logLevel: string;
	/** Where each request has a folder of its own, and each engine its profile; swept at the start. */
	readonly workFolder: string;
	/** Where programs are looked for. */
	readonly path: string;
	readonly limits: ConvertLimits;
	readonly spares: SpareCounts;
	readonly fence: FenceConfig;
	/** Engines that are left out, which saves their memory. */
	readonly without: readonly string[];
}

export interface ConvertLimits {
	/** The longest body, bytes. */
	readonly bodyBytes: number;
	/** The longest time that one conversion may take, milliseconds. */
	readonly timeoutMs: number;
	/** How many conversions run at once. */
	readonly concurrency: number;
	/** How many more may wait. */
	readonly queue: number;
	/** The memory that all processes of one engine call may hold, bytes. */
	readonly memoryBytes: number;
	/** What an archive (docx, xlsx, epub) may unpack to, bytes. */
	readonly unpackedBytes: number;
	/** After so many documents a fresh Chromium, or a fresh WeasyPrint, takes over. */
	readonly restartAfter: number;
	/** The longest document that is made or read. */
	readonly pages: number;
}

/** How many of what a document needs are kept ready. */
export interface SpareCounts {
	/** LibreOffice processes, of some 150 MiB each. */
	readonly offices: number;
	/** Pages of Chromium, of some 20 MiB each. */
	readonly pages: number;
}

export interface FenceConfig {
	/** Hosts, with or without a port, that a web page may load from; none by default. */
	readonly allowHosts: readonly string[];
	/** Whether engines run in a network namespace of their own, where the system permits it. */
	readonly networkNamespace: "auto" | "off";
}

const LOOPBACK = "127.0.0.1";
/** Every address of the machine, IPv6 and IPv4. */
const ALL_INTERFACES = "::";
const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
const MIB = 2 ** 20;
/** What a LibreOffice that waits holds for itself. */
const OFFICE_BYTES = 200 * MIB;

/**
 * Reads the settings of the convert service.
 * @throws CairnError `invalid_input`, naming the setting that can't be used.
 */
export function readConvertConfig(environment: Environment = process.env): ConvertConfig {
	const token = tokenSetting(environment, "CONVERT_TOKEN");
	const limits = readLimits(environment);
	const portName = textSetting(environment, "CONVERT_PORT") === undefined ? "PORT" : "CONVERT_PORT";
	return {
		port: integerSetting(environment, portName, { fallback: 3459, min: 0, max: 65_535 }),
		host: textSetting(environment, "HOST") ?? (token === undefined ? LOOPBACK : ALL_INTERFACES),
		token,
		registryUrl: httpUrlSetting(environment, "CAIRN_REGISTRY_URL"),
		metricsToken: tokenSetting(environment, "CAIRN_METRICS_TOKEN"),
		logLevel: choiceSetting(environment, "LOG_LEVEL", { choices: LOG_LEVELS, fallback: "info" }),
		workFolder: resolve(textSetting(environment, "CONVERT_WORK_DIR") ?? join(tmpdir(), "cairn-convert")),
		path: textSetting(environment, "PATH") ?? "/usr/local/bin:/usr/bin:/bin",
		limits,
		spares: readSpares(environment, limits.concurrency),
		without: listSetting(environment, "CONVERT_WITHOUT"),
		fence: {
			allowHosts: allowHosts(environment),
			networkNamespace: choiceSetting(environment, "CONVERT_NETWORK_NAMESPACE", {
				choices: ["auto", "off"] as const,
				fallback: "auto",
			}),
		},
	};
}

function readLimits(environment: Environment): ConvertLimits {
	const setting = (name: string, fallback: number, [min, max]: readonly [number, number]) =>
		integerSetting(environment, name, { fallback, min, max });
	const cores = Math.max(2, cpus().length);
	return {
		bodyBytes: setting("CONVERT_MAX_BODY", 100 * MIB, [1, 2 ** 31]),
		timeoutMs: setting("CONVERT_TIMEOUT", 120, [1, 3600]) * 1000,
		concurrency: setting("CONVERT_CONCURRENCY", cores, [1, 64]),
		queue: setting("CONVERT_QUEUE", 16 * cores, [0, 10_000]),
		memoryBytes: setting("CONVERT_MEMORY", 1536, [256, 65_536]) * MIB,
		unpackedBytes: setting("CONVERT_MAX_UNPACKED", 512 * MIB, [1, 2 ** 33]),
		restartAfter: setting("CONVERT_RESTART_AFTER", 500, [1, 1_000_000]),
		pages: setting("CONVERT_MAX_PAGES", 2000, [1, 100_000]),
	};
}

/** Enough for a burst of twice what runs at once and more, but offices take no more than a quarter of the memory. */
function readSpares(environment: Environment, concurrency: number): SpareCounts {
	const affordable = Math.max(1, Math.floor(memoryBytes() / 4 / OFFICE_BYTES));
	return {
		offices: integerSetting(environment, "CONVERT_SPARE_OFFICES", {
			fallback: Math.min(2 * concurrency, affordable),
			min: 1,
			max: 64,
		}),
		pages: integerSetting(environment, "CONVERT_SPARE_PAGES", {
			fallback: Math.min(4 * concurrency, 16),
			min: 1,
			max: 64,
		}),
	};
}

/**
 * Has this process put its temporary files into a folder: also those that libraries make for themselves, as Playwright does a
 * profile that nobody uses.
 */
export function keepTemporaryFilesIn(folder: string): void {
	process.env.TMPDIR = folder;
}

/** What the machine has, or the container may take, bytes. */
function memoryBytes(): number {
	const allowed = process.constrainedMemory();
	return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
}

/** Words between commas. */
function listSetting(environment: Environment, name: string): string[] {
	return (textSetting(environment, name) ?? "")
		.split(",")
		.map((word) => word.trim().toLowerCase())
		.filter((word) => word !== "");
}

/** Such as `fonts.example.org` or `192.168.2.10:8080`, between commas. */
function allowHosts(environment: Environment): string[] {
	const hosts = listSetting(environment, "CONVERT_ALLOW_HOSTS");
	const wrong = hosts.find((host) => !/^([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/.test(host));
	if (wrong === undefined) return hosts;
	throw new CairnError(
		"invalid_input",
		`CONVERT_ALLOW_HOSTS lists host names, with or without a port, between commas; "${wrong}" is none.`,
	);
}
