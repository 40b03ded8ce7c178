import { systemClock } from "@cairn/kernel";
import type { Toolset } from "@cairn/operations";
import {
	type ClientContext,
	createAnthropicSummarizer,
	createRemoteScratchpad,
	createScratchpadToolset,
} from "@cairn/scratchpad";
import type { Store } from "@cairn/store";
import type { LocalStore, McpConfig } from "./config.ts";

export interface McpServices extends AsyncDisposable {
	readonly toolsets: readonly Toolset[];
}

/** Builds what `cairn mcp` serves. Nothing is opened yet: the store opens with the first call that needs it. */
export function createMcpServices(config: McpConfig): McpServices {
	const client: ClientContext = { summarizer: createAnthropicSummarizer(config.summary) };
	if ("url" in config.store) {
		return {
			toolsets: [createRemoteScratchpad({ server: config.store, client })],
			[Symbol.asyncDispose]: async () => {},
		};
	}
	const local = lazyStore(config.store);
	const provide = async () => ({ ...client, store: await local.open(), clock: systemClock });
	return { toolsets: [createScratchpadToolset({ provide })], [Symbol.asyncDispose]: () => local.close() };
}

/** A store that opens once, at the first call; when that fails, the next call tries again. */
function lazyStore({ file }: LocalStore): { open(): Promise<Store>; close(): Promise<void> } {
	let opening: Promise<Store> | undefined;
	const load = async () => {
		const { openStore } = await import("@cairn/store");
		return openStore({ file });
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
