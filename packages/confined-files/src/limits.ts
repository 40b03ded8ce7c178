/** What one root allows. Sizes are bytes, the walk's limits count what one call may visit. */
export interface Limits {
	/** Items of one page; a caller's greater `limit` is lowered to it. */
	readonly maxPageItems: number;
	/** One whole MCP result as it is serialized, bytes. */
	readonly maxResultBytes: number;
	/** Bytes that one `search_text` call reads; the cursor picks up where they end. */
	readonly maxScanBytes: number;
	/** Served files that one walk may meet. */
	readonly maxFiles: number;
	/** How deep directories may be nested below the root. */
	readonly maxDepth: number;
	/** Directories that one walk may open. */
	readonly maxDirectories: number;
	/** Directory entries that one walk may read, served or not. */
	readonly maxEntries: number;
	/** Larger files are not served; Infinity serves all. */
	readonly maxFileBytes: number;
	/** The most that `write_text_file` takes, bytes. */
	readonly maxWriteBytes: number;
}

/** The limits of a root that names none. */
export const DEFAULT_LIMITS: Limits = {
	maxPageItems: 200,
	maxResultBytes: 48_000,
	maxScanBytes: 33_554_432,
	maxFiles: 4_096,
	maxDepth: 32,
	maxDirectories: 8_192,
	maxEntries: 100_000,
	maxFileBytes: Number.POSITIVE_INFINITY,
	maxWriteBytes: 65_536,
};

/** The flag that sets a limit, as errors and the command line name it. */
export const LIMIT_FLAGS = {
	maxScanBytes: "--max-scan-bytes",
	maxFiles: "--max-files",
	maxDepth: "--max-depth",
	maxDirectories: "--max-directories",
	maxEntries: "--max-entries",
	maxFileBytes: "--max-file-bytes",
	maxWriteBytes: "--max-write-bytes",
} as const satisfies Partial<Record<keyof Limits, string>>;
