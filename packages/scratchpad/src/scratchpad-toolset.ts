import {
	type AnyOperation,
	createRemoteToolset,
	createToolset,
	type RemoteServer,
	type Toolset,
} from "@cairn/operations";
import { appendLog } from "./operations/append-log.ts";
import { deleteFile } from "./operations/delete-file.ts";
import { getUsageStats } from "./operations/get-usage-stats.ts";
import { importEntries } from "./operations/import-entries.ts";
import { importSummary } from "./operations/import-summary.ts";
import { importVersion } from "./operations/import-version.ts";
import { listFiles } from "./operations/list-files.ts";
import { listLogs } from "./operations/list-logs.ts";
import { readFile } from "./operations/read-file.ts";
import { readLog } from "./operations/read-log.ts";
import { storeSummary } from "./operations/store-summary.ts";
import { summarizeFile } from "./operations/summarize-file.ts";
import { summarySource } from "./operations/summary-source.ts";
import { writeFile } from "./operations/write-file.ts";
import type { ClientContext, StoreContext } from "./scratchpad-context.ts";

const NAME = "scratchpad";

/** Run where the store is. */
const STORE_OPERATIONS: ReadonlyArray<AnyOperation<StoreContext>> = [
	writeFile,
	readFile,
	appendLog,
	readLog,
	listLogs,
	listFiles,
	deleteFile,
	summarySource,
	storeSummary,
	getUsageStats,
	importVersion,
	importSummary,
	importEntries,
];

/** Run in the program that the agent talks to. */
const CLIENT_OPERATIONS: ReadonlyArray<AnyOperation<ClientContext>> = [summarizeFile];

export interface ScratchpadToolsetOptions {
	/** Opens the store at the first call. */
	readonly provide: () => Promise<StoreContext & ClientContext>;
}

/** The scratchpad over a store of this process. */
export function createScratchpadToolset({ provide }: ScratchpadToolsetOptions): Toolset {
	return createToolset({ name: NAME, operations: [...STORE_OPERATIONS, ...CLIENT_OPERATIONS], provide });
}

export interface RemoteScratchpadOptions {
	readonly server: RemoteServer;
	readonly client: ClientContext;
}

/** The scratchpad of a Cairn server. What runs in the client, runs here. */
export function createRemoteScratchpad({ server, client }: RemoteScratchpadOptions): Toolset {
	return createRemoteToolset({
		name: NAME,
		server,
		remote: STORE_OPERATIONS,
		here: CLIENT_OPERATIONS,
		provide: async () => client,
	});
}
