import type { AgentSummary, FileSummary, LogSummary } from "./reader-views.ts";

/** The columns of Prisma's rows that the owner sees, and how: big integers become numbers. */
interface AgentRow {
	id: string;
	createdAt: bigint;
	lastSeenAt: bigint;
	files: number;
	logs: number;
	entries: number;
	bytes: bigint;
	operations: bigint;
	bytesSaved: bigint;
}

export function agentSummary(row: AgentRow): AgentSummary {
	return {
		agent_id: row.id,
		created_at: Number(row.createdAt),
		last_seen_at: Number(row.lastSeenAt),
		files: row.files,
		logs: row.logs,
		entries: row.entries,
		bytes: Number(row.bytes),
		operations: Number(row.operations),
		bytes_saved: Number(row.bytesSaved),
	};
}

interface FileRow {
	path: string;
	currentVersion: number;
	bytes: number;
	versions: number;
	createdAt: bigint;
	updatedAt: bigint;
}

export function fileSummary(row: FileRow): FileSummary {
	return {
		path: row.path,
		current_version: row.currentVersion,
		bytes: row.bytes,
		versions: row.versions,
		created_at: Number(row.createdAt),
		updated_at: Number(row.updatedAt),
	};
}

interface LogRow {
	path: string;
	entries: number;
	bytes: number;
	lastEntryId: number;
	firstEntryAt: bigint;
	lastEntryAt: bigint;
}

export function logSummary(row: LogRow): LogSummary {
	return {
		path: row.path,
		entries: row.entries,
		bytes: row.bytes,
		first_entry_at: Number(row.firstEntryAt),
		last_entry_at: Number(row.lastEntryAt),
		last_entry_id: row.lastEntryId,
	};
}
