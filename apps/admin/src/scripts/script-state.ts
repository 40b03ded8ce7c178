import type { ScriptSummary } from "@cairn/catalog/server";

/** What a script is to laptops. `broken`: its folder has a fault, so that at most an earlier version is offered. */
export type ScriptState = "live" | "waiting" | "broken" | "off" | "removed";

export const SCRIPT_STATES: readonly ScriptState[] = ["live", "waiting", "broken", "off", "removed"];

/** The state that a person should know of first. */
export function scriptState(script: ScriptSummary, approvalRequired: boolean): ScriptState {
	if (script.removed_at !== undefined) return "removed";
	if (script.broken.some(({ serving }) => serving !== "current")) return "broken";
	if (!script.enabled) return "off";
	return isWaiting(script, approvalRequired) ? "waiting" : "live";
}

/** Whether its newest version is one that the owner must approve and has not. */
export function isWaiting(
	script: Pick<ScriptSummary, "removed_at" | "newest_digest" | "approved_digest">,
	approvalRequired: boolean,
): boolean {
	return (
		approvalRequired && script.removed_at === undefined && script.approved_digest !== script.newest_digest
	);
}

/** The version that laptops are offered; undefined when it is none. */
export function offeredDigest(script: ScriptSummary, approvalRequired: boolean): string | undefined {
	if (script.removed_at !== undefined || !script.enabled) return undefined;
	if (script.broken.some(({ serving }) => serving === "nothing")) return undefined;
	return approvalRequired ? script.approved_digest : script.newest_digest;
}
