import { AgentTokens, type NewToken } from "@cairn/identity";
import { systemClock } from "@cairn/kernel";
import { openStore, type Store } from "@cairn/store";
import { storeOfFolder } from "./database-of.ts";

export interface TokenDesk extends AsyncDisposable {
	readonly store: Store;
	readonly tokens: AgentTokens;
	/** Makes a token, of the agent ada unless told. */
	issue(given?: Partial<NewToken>): Promise<{ readonly token: string; readonly id: string }>;
}

/** The owner's hand on the tokens of a data folder, beside the servers that use it. */
export async function openTokenDesk(dataFolder: string): Promise<TokenDesk> {
	const store = await openStore(await storeOfFolder(dataFolder));
	const tokens = new AgentTokens({ store, clock: systemClock });
	return {
		store,
		tokens,
		async issue(given = {}) {
			const { token, record } = await tokens.create({ agentId: "ada", label: "test", ...given });
			return { token, id: record.id };
		},
		[Symbol.asyncDispose]: () => store.close(),
	};
}
