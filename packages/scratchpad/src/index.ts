export {
	type AnthropicSummarizerOptions,
	createAnthropicSummarizer,
	DEFAULT_SUMMARY_MODEL,
} from "./anthropic-summarizer.ts";
export { LIMITS } from "./limits.ts";
export type { Chunk } from "./line-diff.ts";
export type {
	AgentSummary,
	FileSummary,
	FileView,
	LogEntryView,
	LogSummary,
	VersionDiff,
	VersionSummary,
} from "./reader-views.ts";
export type { ClientContext, StoreContext } from "./scratchpad-context.ts";
export {
	createScratchpadReader,
	type EntriesOptions,
	type ListOptions,
	type ScratchpadReader,
	type Totals,
} from "./scratchpad-reader.ts";
export { createRemoteScratchpad, createScratchpadToolset } from "./scratchpad-toolset.ts";
export type { FileToSummarize, Summarizer } from "./summarizer.ts";
