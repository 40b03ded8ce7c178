import type { Chunk } from "../diff/line-diff.ts";

/** Times are milliseconds since the epoch, sizes UTF-8 bytes. */
export interface AgentSummary {
	readonly agent_id: string;
	readonly created_at: number;
	readonly last_seen_at: number;
	readonly files: number;
	readonly logs: number;
	readonly entries: number;
	/** Retained versions and log entries. */
	readonly bytes: number;
	readonly operations: number;
	readonly bytes_saved: number;
}

export interface FileSummary {
	readonly path: string;
	readonly current_version: number;
	/** Of the current version. */
	readonly bytes: number;
	/** How many are kept. */
	readonly versions: number;
	readonly created_at: number;
	readonly updated_at: number;
}

/** All files below a folder together. */
export interface FolderSummary {
	/** Ends with `/`. */
	readonly path: string;
	readonly files: number;
	/** Of their current versions. */
	readonly bytes: number;
	/** When one of them was written last. */
	readonly updated_at: number;
}

export interface VersionSummary {
	readonly version: number;
	readonly bytes: number;
	/** SHA-256, hexadecimal. */
	readonly digest: string;
	readonly created_at: number;
	/** The agent that wrote it, or `owner`. */
	readonly written_by: { readonly agent_id: string } | "owner";
}

export interface FileView {
	readonly path: string;
	readonly current_version: number;
	/** The version shown. */
	readonly version: number;
	readonly content: string;
	readonly digest: string;
	readonly bytes: number;
	readonly written_at: number;
	/** Those kept, newest first. */
	readonly versions: readonly VersionSummary[];
	/** Who has received which version, latest first. */
	readonly reads: ReadonlyArray<{
		readonly agent_id: string;
		readonly version: number;
		readonly read_at: number;
	}>;
}

export interface VersionDiff {
	readonly from: number;
	readonly to: number;
	readonly chunks: readonly Chunk[];
	readonly coarse: boolean;
}

export interface LogSummary {
	readonly path: string;
	readonly entries: number;
	readonly bytes: number;
	readonly first_entry_at: number;
	readonly last_entry_at: number;
	readonly last_entry_id: number;
}

export interface LogEntryView {
	readonly entry_id: number;
	readonly entry: string;
	readonly created_at: number;
}
