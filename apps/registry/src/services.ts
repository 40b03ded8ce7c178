import { CairnError, systemClock } from "@cairn/kernel";
import { createLogger, type Logger } from "@cairn/kernel/logger";
import type { Toolset } from "@cairn/operations";
import { createScratchpadToolset } from "@cairn/scratchpad";
import { openStore, type Store } from "@cairn/store";
import type { RegistryConfig } from "./config.ts";

export interface RegistryServices extends AsyncDisposable {
	readonly logger: Logger;
	readonly store: Store;
	readonly toolsets: readonly Toolset[];
}

/** Builds all that the registry serves; parts can be given in place of its own. */
export async function createRegistryServices(
	config: RegistryConfig,
	overrides: Partial<Pick<RegistryServices, "logger" | "store">> = {},
): Promise<RegistryServices> {
	const logger = overrides.logger ?? createLogger({ name: "registry", level: config.logLevel });
	const store = overrides.store ?? (await openStore({ file: config.storeFile }));
	const context = { store, clock: systemClock, summarizer: { summarize: refuseToSummarize } };
	return {
		logger,
		store,
		toolsets: [createScratchpadToolset({ provide: async () => context })],
		[Symbol.asyncDispose]: () => store.close(),
	};
}

/** The caller pays for summaries, with a key that never comes here. */
async function refuseToSummarize(): Promise<never> {
	throw new CairnError(
		"not_found",
		"summarize_file runs in the program that the agent talks to (cairn mcp), not on the server.",
	);
}
