import type { agents, files, logs } from "@cairn/store";
import type { AgentSummary, FileSummary, LogSummary } from "./reader-views.ts";

/** The columns of the store's rows that the owner sees. */
export function agentSummary({ id, ...row }: agents.SeenAgentRow): AgentSummary {
	return { agent_id: id, ...row };
}

export function fileSummary(row: Pick<files.FileRow, keyof FileSummary>): FileSummary {
	const { path, current_version, bytes, versions, created_at, updated_at } = row;
	return { path, current_version, bytes, versions, created_at, updated_at };
}

export function logSummary({ id: _, ...row }: logs.LogRow): LogSummary {
	return row;
}
