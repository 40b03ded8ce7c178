import { CairnError } from "@cairn/kernel";
import type { agents } from "@cairn/store";
import { LIMITS } from "./limits.ts";

/** What an agent would hold more after a call than before it. */
export interface Growth {
	readonly files?: number;
	readonly entries?: number;
	/** Pruned versions are credited. */
	readonly bytes?: number;
}

/**
 * Refuses a call that would take an agent over a quota.
 * @throws CairnError `quota_exceeded`, with the quota, what is used and what to do.
 */
export function assertWithinQuota(
	agent: agents.AgentRow,
	{ files = 0, entries = 0, bytes = 0 }: Growth,
): void {
	const { filesPerAgent, entriesPerAgent, bytesPerAgent } = LIMITS;
	if (files > 0 && agent.files + files > filesPerAgent) {
		throw exceeded("files", { used: agent.files, quota: filesPerAgent, remedy: "delete_file frees places." });
	}
	if (entries > 0 && agent.entries + entries > entriesPerAgent) {
		const remedy = "Log entries are never removed: go on under another agent_id.";
		throw exceeded("log entries", { used: agent.entries, quota: entriesPerAgent, remedy });
	}
	if (bytes > 0 && agent.bytes + bytes > bytesPerAgent) {
		const remedy = `This call needs ${bytes} more; delete_file frees a file's retained versions.`;
		throw exceeded("bytes", { used: agent.bytes, quota: bytesPerAgent, remedy });
	}
}

function exceeded(
	what: string,
	{ used, quota, remedy }: { used: number; quota: number; remedy: string },
): CairnError {
	const message = `The quota of ${quota} ${what} of this agent is used up (${used} in use). Nothing was stored. ${remedy}`;
	return new CairnError("quota_exceeded", message, { quota, used });
}
