import type { AllowedHosts, Gate, Refusals } from "@cairn/identity";
import type { Toolset } from "@cairn/operations";
import type { Caller } from "./caller.ts";

/** What holds the store behind this server: a file of this machine, or a registry. */
export interface Backend extends AsyncDisposable {
	readonly gate: Gate;
	readonly hosts: Pick<AllowedHosts, "allows">;
	/** Takes note of who is refused; a registry does that itself. */
	readonly refusals: Pick<Refusals, "note">;
	/** The tools as a caller has them. */
	toolsetsOf(caller: Caller): readonly Toolset[];
	/** @throws CairnError `unavailable` when no call can be served at the moment. */
	requireReady(): Promise<void>;
}
