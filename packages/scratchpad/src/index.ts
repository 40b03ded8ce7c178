export { lazyDiff as diffLines } from "./diff/lazy-diff.ts";
export type { Chunk, LineDiff } from "./diff/line-diff.ts";
export { LIMITS } from "./limits.ts";
export type { FolderItem } from "./reader/list-folder.ts";
export type { FileOrder } from "./reader/ordered-files.ts";
export type {
	AgentSummary,
	FileSummary,
	FileView,
	FolderSummary,
	LogEntryView,
	LogSummary,
	VersionDiff,
	VersionSummary,
} from "./reader/reader-views.ts";
export {
	createScratchpadReader,
	type EntriesOptions,
	type ListOptions,
	type ScratchpadReader,
	type Totals,
} from "./reader/scratchpad-reader.ts";
export type { ClientContext, StoreContext } from "./scratchpad-context.ts";
export { createRemoteScratchpad, createScratchpadToolset } from "./scratchpad-toolset.ts";
export {
	type AnthropicSummarizerOptions,
	createAnthropicSummarizer,
	DEFAULT_SUMMARY_MODEL,
} from "./summary/anthropic-summarizer.ts";
export type { FileToSummarize, Summarizer } from "./summary/summarizer.ts";
