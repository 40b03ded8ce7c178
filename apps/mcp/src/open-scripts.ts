import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import {
	type Catalog,
	type CatalogSource,
	createFolderSource,
	createMirror,
	type ManifestRules,
	RecordQueue,
	RunDirectories,
	ScriptEngine,
	ScriptRunner,
	STATE_FOLDER,
	toolNameRules,
	VersionStore,
} from "@cairn/catalog/client";
import type { OpenScripts } from "@cairn/catalog/tools";
import { systemClock } from "@cairn/kernel";
import packageJson from "../package.json" with { type: "json" };
import type { McpConfig } from "./config.ts";
import { OwnKeyPins } from "./own-key-pins.ts";
import { createReporter, type Reporter } from "./reporter.ts";

/** How long a call waits for the first look at the catalog, milliseconds: a server that hangs must not hang an agent. */
const FIRST_LOOK_MS = 5_000;
const REPORT_EVERY_MS = 5 * 60 * 1000;
const PINS_FILE = "registry-keys.json";

export interface OpenScriptsOptions {
	readonly config: McpConfig;
	/** The tool names that the toolbox itself uses. */
	readonly toolNames: readonly string[];
}

/**
 * The catalog of a server or of a local folder, and what runs its scripts here. Loaded after the tools were listed.
 * @throws CairnError `forbidden` when somebody else could have said which server is trusted.
 */
export async function openScripts({
	config,
	toolNames,
}: OpenScriptsOptions): Promise<OpenScripts & AsyncDisposable & { stopRuns(): Promise<void> }> {
	const { scripts } = config;
	const source = await openSource(config, toolNameRules(toolNames));
	const runs = new RunDirectories({ root: scripts.runsFolder, ttlMs: scripts.runTtlMs });
	const { environment: base, passthrough } = scripts;
	const runner = new ScriptRunner({
		runs,
		environment: { base, passthrough, allowedSecrets: passthrough },
		timeoutMs: scripts.timeoutMs,
	});
	const reporter = "url" in config.store ? createReporter(config.store, scripts.laptop) : undefined;
	const queue = reporter && openQueue(config, reporter);
	const engine = new ScriptEngine({
		source,
		runner,
		runs,
		clock: systemClock,
		reporter: { agent_id: config.agent, host: scripts.laptop },
		record: queue && ((record) => queue.add(record)),
	});
	void queue?.flush();
	const stopSweeping = runs.keepSwept();
	const stopReports = reporter && reportHoldings(source, reporter);
	return {
		engine,
		ready: Promise.race([source.refresh(), wait(FIRST_LOOK_MS, undefined, { ref: false })]),
		watch: (onChange) => source.watch(onChange),
		stopRuns: () => runner[Symbol.asyncDispose](),
		async [Symbol.asyncDispose]() {
			stopSweeping();
			stopReports?.();
			await runner[Symbol.asyncDispose]();
			await queue?.[Symbol.asyncDispose]();
			await source[Symbol.asyncDispose]();
		},
	};
}

async function openSource({ store, scripts }: McpConfig, rules: ManifestRules): Promise<CatalogSource> {
	const kept = { spareBytes: scripts.spareBytes, runTimeoutMs: scripts.timeoutMs };
	if (!("url" in store)) {
		const versions = new VersionStore({ ...kept, root: inState(scripts, "local") });
		return createFolderSource({ folder: scripts.folder, store: versions, rules, pollMs: scripts.pollMs });
	}
	const pins = new OwnKeyPins({ file: inState(scripts, PINS_FILE), given: scripts.registryKey });
	await pins.requireOwn();
	return createMirror({
		url: store.url,
		token: store.token,
		folder: scripts.cacheFolder,
		pins,
		rules,
		versions: kept,
		pollMs: scripts.pollMs,
	});
}

function inState({ cacheFolder }: McpConfig["scripts"], name: string): string {
	return join(cacheFolder, STATE_FOLDER, name);
}

function openQueue({ scripts }: McpConfig, reporter: Reporter): RecordQueue {
	return new RecordQueue({
		folder: inState(scripts, "run-records"),
		send: (records) => reporter.runs(records),
	});
}

/** Tells the server which version of each script is here: at each change, and from time to time that it is still so. */
function reportHoldings(source: CatalogSource, reporter: Reporter): () => void {
	const report = (catalog: Catalog) => void reporter.holdings(catalog, packageJson.version).catch(() => {});
	const stop = source.watch(report);
	const again = setInterval(() => report(source.current()), REPORT_EVERY_MS).unref();
	return () => {
		clearInterval(again);
		stop();
	};
}
