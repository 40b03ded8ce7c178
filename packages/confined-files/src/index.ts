export { ConfigError } from "./config-error.ts";
export type { ConfinedRoot } from "./confined-root.ts";
export { createServer, type FilesServer, type ServerOptions } from "./create-server.ts";
export { DEFAULT_LIMITS, type Limits } from "./limits.ts";
export { openRoot, type RootOptions } from "./open-root.ts";
export { compileGlob } from "./rules/compile-glob.ts";
export { createSelector, type Selector } from "./rules/create-selector.ts";
export { normalizeRelative } from "./rules/normalize-relative.ts";
export { type Refusal, ToolError } from "./tool-error.ts";
