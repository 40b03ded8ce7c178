/** What the scratchpad takes and keeps. Bytes are UTF-8 bytes. */
export const LIMITS = {
	contentBytes: 1_048_576,
	entryBytes: 65_536,
	pathCharacters: 255,
	agentIdCharacters: 128,
	/** The newest versions of each file that are kept. */
	versionsKept: 10,
	filesPerAgent: 1_000,
	entriesPerAgent: 100_000,
	/** Retained versions and log entries together. */
	bytesPerAgent: 104_857_600,
	entriesPerPage: 100,
	/** Clients take lines of 10 MiB, and a control character needs seven bytes there. */
	bytesPerPage: 1_048_576,
	/** A diff whose JSON is longer is sent as the whole text, which is shorter. */
	diffCharacters: 4_194_304,
	rowsPerPage: 1_000,
	/** Files of up to so many characters are short enough to read. */
	summarizeAboveCharacters: 8_000,
} as const;
