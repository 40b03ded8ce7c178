import type { Clock } from "@cairn/kernel";
import type { Store } from "@cairn/store";

/** What the operations on claims need. */
export interface ClaimsContext {
	readonly store: Store;
	readonly clock: Clock;
}
