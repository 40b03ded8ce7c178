import {
	type Catalog,
	createFolderSource,
	createReportToolset,
	createServedSource,
	HISTORY_LIMITS,
	openCatalogSerials,
	openSigningKey,
	refuseOtherKey,
	type SerialOf,
	type ServedSource,
	type SigningKey,
	toolNameRules,
	VersionStore,
} from "@cairn/catalog/server";
import { createClaimsToolset } from "@cairn/claims";
import {
	AllowedHosts,
	Exchanges,
	type Gate,
	RateLimits,
	Refusals,
	TOKEN_RULE,
	TokenGate,
} from "@cairn/identity";
import { CairnError, systemClock } from "@cairn/kernel";
import { createLogger, type Logger } from "@cairn/kernel/logger";
import { createMetrics, type Metrics } from "@cairn/kernel/metrics";
import type { Toolset } from "@cairn/operations";
import { createScratchpadToolset } from "@cairn/scratchpad";
import { type OpenStoreOptions, openStore, type Store } from "@cairn/store";
import packageJson from "../package.json" with { type: "json" };
import type { CatalogConfig, RegistryConfig } from "./config.ts";
import { createDiscovery, type Discovery } from "./discovery/discover.ts";

export interface RegistryServices extends AsyncDisposable {
	readonly logger: Logger;
	readonly store: Store;
	readonly toolsets: readonly Toolset[];
	readonly catalog: RegistryCatalog;
	/** Finds what fits a prompt. */
	readonly discovery: Discovery;
	readonly gate: Gate;
	readonly hosts: AllowedHosts;
	readonly refusals: Refusals;
	readonly limits: RateLimits;
	readonly exchanges: Exchanges;
	readonly metrics: Metrics;
}

export interface RegistryCatalog {
	/** What laptops are offered. */
	readonly source: ServedSource;
	readonly signingKey: SigningKey;
	readonly serialOf: SerialOf;
}

/** Builds all that the registry serves; parts can be given in place of its own. */
export async function createRegistryServices(
	config: RegistryConfig,
	overrides: Partial<Pick<RegistryServices, "logger" | "store">> = {},
): Promise<RegistryServices> {
	const logger = overrides.logger ?? createLogger({ name: "registry", level: config.logLevel });
	const store = overrides.store ?? (await openStore(storeOptions(config)));
	const context = { store, clock: systemClock, summarizer: { summarize: refuseToSummarize } };
	const toolsets = [
		createScratchpadToolset({ provide: async () => context }),
		createClaimsToolset({ provide: async () => context }),
		createReportToolset(async () => context),
	];
	const catalog = await openCatalog(config.catalog, { store, toolsets });
	const unwatch = logCatalog(catalog.source, { logger, folder: config.catalog.scriptsFolder });
	const discovery = createDiscovery({
		...{ store, clock: systemClock, logger },
		watchCatalog: (onChange) => {
			onChange(catalog.source.current());
			return catalog.source.watch(onChange);
		},
	});
	const gate = new TokenGate({
		...context,
		sharedToken: config.token,
		tokenRequired: config.tokenRequired,
		sharedTokenSetting: "TOOLS_REGISTRY_TOKEN",
		tokenRule: { ...TOKEN_RULE, points: config.callsPerMinute },
	});
	const exchanges = new Exchanges(gate);
	return {
		logger,
		store,
		toolsets,
		catalog,
		discovery,
		gate,
		hosts: new AllowedHosts({ ...context, named: config.allowedHosts }),
		refusals: new Refusals(context),
		limits: new RateLimits(context),
		exchanges,
		metrics: createMetrics("registry"),
		async [Symbol.asyncDispose]() {
			unwatch();
			discovery.close();
			exchanges.close();
			await catalog.source[Symbol.asyncDispose]();
			await store.close();
		},
	};
}

/** What a migration needs for the backup before it is said here too: whichever server starts first migrates. */
function storeOptions(config: RegistryConfig): OpenStoreOptions {
	const { storeFile, databaseUrl, backupFolder, environment, catalog } = config;
	const update = { backupFolder, keyFile: catalog.keyFile, version: packageJson.version };
	return databaseUrl === undefined
		? { file: storeFile, ...update }
		: { url: databaseUrl, ...update, environment };
}

/** The catalog of the scripts folder, less what the owner decided; the folder's versions are kept in the store. */
async function openCatalog(
	config: CatalogConfig,
	{ store, toolsets }: Pick<RegistryServices, "store" | "toolsets">,
): Promise<RegistryCatalog> {
	const { approvalRequired, knownFolderFile, spareBytes, historyBytes } = config;
	const versions = new VersionStore({ root: config.versionsFolder, spareBytes });
	let served: ServedSource | undefined;
	const folder = createFolderSource({
		folder: config.scriptsFolder,
		store: versions,
		keep: () => served?.current().scripts.map(({ digest }) => digest) ?? [],
		rules: toolNameRules(toolsets.flatMap(({ operations }) => operations.map(({ name }) => name))),
	});
	const limits = { ...HISTORY_LIMITS, bytes: historyBytes };
	const options = { folder, store, versions, approvalRequired, knownFolderFile, limits, clock: systemClock };
	served = await createServedSource(options);
	const signingKey = await openSigningKey(config.keyFile);
	const serials = {
		store,
		clock: systemClock,
		signingKey: signingKey.publicKey,
		replaceKey: config.replaceKey,
	};
	await refuseOtherKey(store.read, serials);
	return { source: served, signingKey, serialOf: openCatalogSerials(serials) };
}

/**
 * Follows the catalog from the start, so that every version is kept also while no laptop asks. A folder that can't be read is
 * a warning: whoever mistyped its name would see no script, and no reason.
 */
function logCatalog(
	source: ServedSource,
	{ logger, folder }: { logger: Logger; folder: string },
): () => void {
	const tell = ({ version, scripts, broken, origin }: Catalog) => {
		const counts = { version: version.slice(0, 12), scripts: scripts.length, broken: broken.length };
		const { problem } = origin;
		if (problem === undefined) logger.info(counts, "catalog");
		else logger.warn({ ...counts, folder, problem }, "catalog");
	};
	tell(source.current());
	return source.watch(tell);
}

/** The caller pays for summaries, with a key that never comes here. */
async function refuseToSummarize(): Promise<never> {
	throw new CairnError(
		"not_found",
		"summarize_file runs in the program that the agent talks to (cairn mcp), not on the server.",
	);
}
