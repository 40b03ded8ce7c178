/** Bounds of a catalog, far above what scripts need and far below what hurts a laptop; the same on both sides. */
export const LIMITS = {
	manifestBytes: 256 * 1024,
	/** The YAML parser compares keys with each other and nests by recursion: what it costs hangs on tokens, not bytes. */
	manifestTokens: 8000,
	inputs: 64,
	enumValues: 100,
	fileBytes: 32 * 1024 * 1024,
	filesPerScript: 2000,
	scriptBytes: 128 * 1024 * 1024,
	scripts: 1000,
	catalogBytes: 1024 * 1024 * 1024,
	pathBytes: 512,
	pathDepth: 16,
	/** The registry's answer to GET /registry. */
	snapshotBytes: 8 * 1024 * 1024,
} as const;

/** The longest that a manifest may let its script run, milliseconds; replaced versions are kept longer than that. */
export const MAX_TIMEOUT_MS = 60 * 60 * 1000;
