import type { AllowedHosts, Gate, Principal, Refusals } from "@cairn/identity";
import type { CallAccess, Toolset } from "@cairn/operations";
import type { Caller } from "./caller.ts";

/** What holds the store behind this server: a file of this machine, or a registry. */
export interface Backend extends AsyncDisposable {
	readonly gate: Gate;
	readonly hosts: Pick<AllowedHosts, "allows">;
	/** Takes note of who is not let in. */
	readonly refusals: Pick<Refusals, "note">;
	/** What a caller's rights mean for each call; undefined where that is decided behind this server. */
	accessOf(principal: Principal): CallAccess | undefined;
	/** The tools as a caller has them. */
	toolsetsOf(caller: Caller): readonly Toolset[];
	/** @throws CairnError `unavailable` when no call can be served at the moment. */
	requireReady(): Promise<void>;
}
