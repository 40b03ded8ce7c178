import { setTimeout as wait } from "node:timers/promises";
import { createScriptsToolset } from "@cairn/catalog/tools";
import { createClaimsToolset, createRemoteClaims } from "@cairn/claims";
import { CairnError, systemClock } from "@cairn/kernel";
import type { Toolset } from "@cairn/operations";
import {
	type ClientContext,
	createAnthropicSummarizer,
	createRemoteScratchpad,
	createScratchpadToolset,
} from "@cairn/scratchpad";
import type { Store } from "@cairn/store";
import type { LocalStore, McpConfig } from "./config.ts";

/** How long the catalog of scripts waits after the start, so that it doesn't hold up the first tools/list, milliseconds. */
const AFTER_START_MS = 150;

export interface McpServices extends AsyncDisposable {
	readonly toolsets: readonly Toolset[];
	/** Ends every script that runs: its client is gone. */
	stopRuns(): Promise<void>;
}

/**
 * Builds what `cairn mcp` serves. Nothing is opened yet: a store opens with the first call that needs it, the catalog of
 * scripts once the first tools were listed. Toolsets that need nothing of it are served beside its own.
 */
export function createMcpServices(config: McpConfig, more: readonly Toolset[] = []): McpServices {
	const client: ClientContext = { summarizer: createAnthropicSummarizer(config.summary) };
	const stores = createLocalStores();
	const scratchpad = createScratchpad(config, client, stores);
	const claims = createClaims(config, stores);
	const beside = [scratchpad, claims, ...more];
	const toolNames = beside.flatMap(({ operations }) => operations.map(({ name }) => name));
	const scripts = createScripts(config, toolNames);
	return {
		toolsets: [...beside, scripts.toolset],
		stopRuns: scripts.stopRuns,
		async [Symbol.asyncDispose]() {
			await scripts.close();
			await stores.close();
		},
	};
}

interface Part {
	readonly toolset: Toolset;
	close(): Promise<void>;
}

/** The scratchpad of a server or of a file, which `cairn import` uses alone. */
export function createScratchpad(
	{ store }: Pick<McpConfig, "store">,
	client: ClientContext,
	stores: LocalStores,
): Toolset {
	if ("url" in store) return createRemoteScratchpad({ server: store, client });
	const provide = async () => ({ ...client, store: await stores.open(store), clock: systemClock });
	return createScratchpadToolset({ provide });
}

/** The claims of a server or of a file, which `cairn claims` uses alone. */
export function createClaims({ claims }: Pick<McpConfig, "claims">, stores: LocalStores): Toolset {
	if ("url" in claims) return createRemoteClaims(claims);
	const provide = async () => ({ store: await stores.open(claims), clock: systemClock });
	return createClaimsToolset({ provide });
}

function createScripts(
	config: McpConfig,
	toolNames: readonly string[],
): Part & Pick<McpServices, "stopRuns"> {
	const closed = new AbortController();
	let opening: ReturnType<typeof load> | undefined;
	const load = async () => {
		// After the answer to the first tools/list, for which this isn't needed.
		await wait(AFTER_START_MS, undefined, { signal: closed.signal }).catch(() => {});
		if (closed.signal.aborted) throw new CairnError("cancelled", "The program ends.");
		const { openScripts } = await import("./open-scripts.ts");
		return openScripts({ config, toolNames });
	};
	const open = () => {
		opening ??= load();
		return opening;
	};
	return {
		toolset: createScriptsToolset({ open, clock: systemClock }),
		async stopRuns() {
			await opening?.then(
				(scripts) => scripts.stopRuns(),
				() => {},
			);
		},
		async close() {
			closed.abort();
			await opening?.then(
				(scripts) => scripts[Symbol.asyncDispose](),
				() => {},
			);
		},
	};
}

/** The stores that are in use, each opened once. */
export interface LocalStores {
	open(store: LocalStore): Promise<Store>;
	close(): Promise<void>;
}

export function createLocalStores(): LocalStores {
	const stores = new Map<string, ReturnType<typeof lazyStore>>();
	return {
		open(place) {
			const key = "file" in place ? place.file : place.databaseUrl;
			const store = stores.get(key) ?? lazyStore(place);
			stores.set(key, store);
			return store.open();
		},
		async close() {
			for (const store of stores.values()) await store.close();
		},
	};
}

/** A store that opens once, at the first call; when that fails, the next call tries again. */
function lazyStore(place: LocalStore): { open(): Promise<Store>; close(): Promise<void> } {
	let opening: Promise<Store> | undefined;
	const load = async () => {
		const { isMissingModule, openStore } = await import("@cairn/store");
		const named = "file" in place ? place : { url: place.databaseUrl };
		return openStore(named).catch((error: unknown) => {
			throw isMissingModule(error) ? withoutStore() : error;
		});
	};
	return {
		open() {
			opening ??= load().catch((error: unknown) => {
				opening = undefined;
				throw error;
			});
			return opening;
		},
		close: async () => (await opening)?.close(),
	};
}

function withoutStore(): CairnError {
	return new CairnError(
		"unavailable",
		"This client came from a server and has no store of its own: set TOOLS_REGISTRY_URL to that server's address, such as http://server:3457, and TOOLS_REGISTRY_TOKEN to your token.",
	);
}
