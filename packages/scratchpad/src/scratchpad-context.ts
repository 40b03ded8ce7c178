import type { Clock } from "@cairn/kernel";
import type { Store } from "@cairn/store";
import type { Summarizer } from "./summary/summarizer.ts";

/** What the operations that run where the store is need. */
export interface StoreContext {
	readonly store: Store;
	readonly clock: Clock;
}

/** What the operations that run in the program which the agent talks to need. */
export interface ClientContext {
	readonly summarizer: Summarizer;
}
