import { hostname } from "node:os";
import {
	type CatalogReader,
	createCatalogReader,
	createOwnerDecisions,
	type OwnerDecisions,
} from "@cairn/catalog/server";
import {
	type ClaimsOverview,
	type ClaimsReader,
	createClaimsOverview,
	createClaimsReader,
	createClaimsToolset,
} from "@cairn/claims";
import { createRoutineBook, type RoutineBook } from "@cairn/discovery/routines";
import {
	AgentTokens,
	AllowedHosts,
	isAllowedHost,
	OwnerAccess,
	type PasswordCost,
	Refusals,
} from "@cairn/identity";
import { CairnError, type Clock, systemClock } from "@cairn/kernel";
import { agentNameOf, type Connection } from "@cairn/kernel/client-configuration";
import { createLogger, type Logger } from "@cairn/kernel/logger";
import type { Metrics } from "@cairn/kernel/metrics";
import type { Toolset } from "@cairn/operations";
import { createScratchpadReader, createScratchpadToolset, type ScratchpadReader } from "@cairn/scratchpad";
import { openStore, type Store } from "@cairn/store";
import { BackupFolder } from "@cairn/store/backup";
import { SessionEnds } from "./access/session-ends.ts";
import { type Assets, loadAssets } from "./assets.ts";
import { BackupJobs } from "./backups/backup-jobs.ts";
import { backupPlaces } from "./backups/backup-places.ts";
import { storeOptions } from "./backups/store-options.ts";
import type { AdminConfig } from "./config.ts";
import type { KnownAddresses } from "./connect/server-addresses.ts";
import { type ConvertClient, createConvertClient } from "./convert/convert-client.ts";
import type { ReachRules } from "./door/reach.ts";
import { createAdminMetrics } from "./health/admin-metrics.ts";
import type { ServerPlaces } from "./health/admin-questions.ts";
import { checkService, type ServiceReport } from "./health/service-check.ts";

/** Everything that the pages use, built once. */
export interface Services extends AsyncDisposable {
	logger: Logger;
	clock: Clock;
	assets: Assets;
	/** Which proxies are believed, and below which path these pages stand. */
	reachRules: ReachRules;
	/** Where the owner said that other machines reach the servers. */
	publicUrls: KnownAddresses["publicUrls"];
	/** Whether these pages answer to a Host header. Names that the owner added count once the store is open. */
	isAllowedHost(host: string): Promise<boolean>;
	/** Whether the registry asks for a token also while there is none. */
	tokensRequired: boolean;
	/** The names that the server's settings allow. */
	namedHosts: readonly string[];
	/** How the owner gets in. @throws CairnError `unavailable` while the store isn't open. */
	owner(): OwnerAccess;
	/** @throws CairnError `unavailable` while the store isn't open. */
	tokens(): AgentTokens;
	/** @throws CairnError `unavailable` while the store isn't open. */
	hosts(): AllowedHosts;
	/** @throws CairnError `unavailable` while the store isn't open. */
	refusals(): Refusals;
	/** @throws CairnError `unavailable` while the store isn't open. */
	sessionEnds(): SessionEnds;
	/** How clients reach this Cairn. */
	connection: Connection;
	registryUrl: string;
	/** The SQLite file of the store. */
	storeFile: string;
	/** Opens the store; pages answer 503 until then. */
	open(): Promise<void>;
	isOpen(): boolean;
	/** @throws CairnError `unavailable` while the store isn't open. */
	store(): Store;
	/** @throws CairnError `unavailable` while the store isn't open. */
	reader(): ScratchpadReader;
	/** @throws CairnError `unavailable` while the store isn't open. */
	catalog(): CatalogReader;
	/** @throws CairnError `unavailable` while the store isn't open. */
	decisions(): OwnerDecisions;
	/** What claims are at an instant. @throws CairnError `unavailable` while the store isn't open. */
	claims(): ClaimsReader;
	/** Claims in lists of the owner's. @throws CairnError `unavailable` while the store isn't open. */
	claimsOverview(): ClaimsOverview;
	/** What agents are told with every prompt. @throws CairnError `unavailable` while the store isn't open. */
	routines(): RoutineBook;
	/** The operations that change files. */
	scratchpadTools: Toolset;
	/** The operations that change claims. */
	claimTools: Toolset;
	/** Whether laptops may run only versions of scripts that the owner has approved. */
	approvalRequired: boolean;
	checkRegistry(): Promise<ServiceReport>;
	/** The backups of the store. */
	backups: BackupFolder;
	/** Makes and restores backups. */
	backupJobs: BackupJobs;
	/** How many proven backups of a kind stay. */
	keptBackups: number;
	metrics: Metrics;
	/** What the doctor looks at. */
	serverPlaces: ServerPlaces;
	/** A token that only reads the figures. */
	metricsToken: string | undefined;
	/** The convert service; undefined where none is set up. */
	convert: ConvertClient | undefined;
	/** Fires when the server is about to end: open streams end with it. */
	stopping: AbortSignal;
	stop(): void;
}

/** What there is once the store is open. */
interface Opened {
	store: Store;
	reader: ScratchpadReader;
	catalog: CatalogReader;
	decisions: OwnerDecisions;
	claims: ClaimsReader;
	claimsOverview: ClaimsOverview;
	routines: RoutineBook;
	owner: OwnerAccess;
	tokens: AgentTokens;
	hosts: AllowedHosts;
	refusals: Refusals;
	sessionEnds: SessionEnds;
}

export interface ServiceOverrides
	extends Partial<Pick<Services, "logger" | "clock" | "checkRegistry" | "convert" | "connection">> {
	/** What a guess of the owner's password costs. */
	passwordCost?: PasswordCost;
}

/** Builds the services of a configuration; the store is opened by `open`, so that the server can answer before. */
export function createServices(
	config: AdminConfig,
	{ passwordCost, ...overrides }: ServiceOverrides = {},
): Services {
	const stopping = new AbortController();
	const clock = overrides.clock ?? systemClock;
	const logger = overrides.logger ?? createLogger({ name: "admin", level: config.logLevel });
	const places = backupPlaces(config);
	const backups = new BackupFolder(places);
	const backupJobs = new BackupJobs({ dataFolder: config.dataFolder, clock, logger });
	let opened: Opened | undefined;
	const current = () => {
		if (opened !== undefined) return opened;
		throw new CairnError(
			"unavailable",
			"The store is not open yet. Wait a moment, then load this page again.",
		);
	};
	const services: Services = {
		logger,
		clock,
		assets: loadAssets(),
		reachRules: { proxies: config.trustedProxies, basePath: config.basePath },
		publicUrls: config.publicUrls,
		isAllowedHost: async (host) =>
			isAllowedHost(host, config.allowedHosts) || (await opened?.hosts.allows(host)) === true,
		tokensRequired: config.tokensRequired,
		namedHosts: config.allowedHosts,
		owner: () => current().owner,
		tokens: () => current().tokens,
		hosts: () => current().hosts,
		refusals: () => current().refusals,
		sessionEnds: () => current().sessionEnds,
		connection: {
			command: config.clientCommand,
			registryUrl: config.registryUrl,
			wantsToken: config.registryWantsToken,
			...(config.convertUrl !== undefined && {
				convert: { url: config.convertUrl, wantsToken: config.convertToken !== undefined },
			}),
			agent: agentNameOf(hostname()),
			...(config.startCommand !== undefined && { startCommand: config.startCommand }),
		},
		registryUrl: config.registryUrl,
		storeFile: config.storeFile,
		open: async () => {
			const store = await openStore(storeOptions(config));
			const identity = { store, clock };
			const owner = new OwnerAccess({
				...identity,
				dataFolder: config.dataFolder,
				...(passwordCost !== undefined && { passwordCost }),
			});
			opened = {
				store,
				owner,
				tokens: new AgentTokens(identity),
				hosts: new AllowedHosts({ ...identity, named: config.allowedHosts }),
				refusals: new Refusals(identity),
				sessionEnds: new SessionEnds({ ...identity, owner, signal: stopping.signal }),
				reader: createScratchpadReader(store),
				catalog: createCatalogReader(store),
				decisions: createOwnerDecisions({ store, clock }),
				claims: createClaimsReader(store),
				claimsOverview: createClaimsOverview(store),
				routines: createRoutineBook({ store, clock }),
			};
		},
		isOpen: () => opened !== undefined,
		store: () => current().store,
		reader: () => current().reader,
		catalog: () => current().catalog,
		decisions: () => current().decisions,
		claims: () => current().claims,
		claimsOverview: () => current().claimsOverview,
		routines: () => current().routines,
		scratchpadTools: createScratchpadToolset({
			provide: async () => ({ store: current().store, clock, summarizer: { summarize: refuseSummary } }),
		}),
		claimTools: createClaimsToolset({ provide: async () => ({ store: current().store, clock }) }),
		approvalRequired: config.approvalRequired,
		checkRegistry: () => checkService(config.registryUrl),
		backups,
		backupJobs,
		keptBackups: config.keptBackups,
		metrics: createAdminMetrics(config, backups),
		metricsToken: config.metricsToken,
		serverPlaces: config,
		convert:
			config.convertUrl === undefined
				? undefined
				: createConvertClient({ url: config.convertUrl, token: config.convertToken }),
		stopping: stopping.signal,
		stop: () => stopping.abort(),
		[Symbol.asyncDispose]: async () => {
			stopping.abort();
			await backupJobs[Symbol.asyncDispose]();
			await opened?.store.close();
			opened = undefined;
		},
	};
	return { ...services, ...overrides };
}

/** Summaries are made by the programs of agents, with keys of their own. */
async function refuseSummary(): Promise<never> {
	throw new CairnError("forbidden", "The admin makes no summaries. Let an agent call summarize_file.");
}
