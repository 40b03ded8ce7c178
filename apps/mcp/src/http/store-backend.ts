import { AllowedHosts, accessOf, Refusals, TOKEN_RULE, TokenGate } from "@cairn/identity";
import { systemClock as clock } from "@cairn/kernel";
import { createAnthropicSummarizer, createScratchpadToolset } from "@cairn/scratchpad";
import type { LocalStore } from "../config.ts";
import { createClaims, createLocalStores } from "../services.ts";
import type { Backend } from "./backend.ts";
import type { McpHttpConfig } from "./http-config.ts";

/** The tools over a store of this machine, which also holds the agents' tokens. */
export async function openStoreBackend(config: McpHttpConfig, file: LocalStore): Promise<Backend> {
	const stores = createLocalStores();
	const store = await stores.open(file);
	const client = { summarizer: createAnthropicSummarizer(config.mcp.summary) };
	const toolsets = [
		createScratchpadToolset({ provide: async () => ({ ...client, store, clock }) }),
		createClaims(config.mcp, stores),
	];
	const refusals = new Refusals({ store, clock });
	return {
		gate: new TokenGate({
			store,
			clock,
			sharedToken: config.token,
			sharedTokenSetting: "TOOLS_REGISTRY_TOKEN",
			tokenRule: { ...TOKEN_RULE, points: config.callsPerMinute },
		}),
		hosts: new AllowedHosts({ store, clock, named: config.allowedHosts }),
		refusals,
		accessOf: (principal) => accessOf(principal, refusals),
		toolsetsOf: () => toolsets,
		async requireReady() {
			// A statement that names a table has to look into the file; one that doesn't answers without it.
			await store.read.get("SELECT id FROM agents LIMIT 1");
		},
		[Symbol.asyncDispose]: () => stores.close(),
	};
}
