import { OWNER_CALLER } from "@cairn/kernel";
import { agents, files, fileVersions, logs, readMarks, type Sql, type Store } from "@cairn/store";
import { decodeCursor } from "../cursor.ts";
import { lazyDiff } from "../diff/lazy-diff.ts";
import { LIMITS } from "../limits.ts";
import { toPage } from "../page.ts";
import { type FolderItem, listFolder } from "./list-folder.ts";
import { type FileOrder, listOrderedFiles } from "./ordered-files.ts";
import { agentSummary, fileSummary, logSummary } from "./reader-rows.ts";
import type {
	AgentSummary,
	FileSummary,
	FileView,
	LogEntryView,
	LogSummary,
	VersionDiff,
	VersionSummary,
} from "./reader-views.ts";

/** The sums over all agents, and how many there are. */
export type Totals = agents.AgentTotals;

export interface ListOptions {
	/** Literal and case-sensitive. */
	readonly prefix?: string | undefined;
	readonly cursor?: string | undefined;
	/** Rows a page; 100 unless told. */
	readonly limit?: number | undefined;
}

export interface EntriesOptions {
	/** Entries after this id, oldest first. */
	readonly after?: number | undefined;
	/** The newest entries below this id. */
	readonly before?: number | undefined;
	/** Entries of this instant or later, and of before this one, milliseconds since the epoch; then they come by time. */
	readonly since?: number | undefined;
	readonly until?: number | undefined;
	readonly limit?: number | undefined;
}

/** The owner's view of all namespaces. It counts nothing and leaves no read marks: looking changes nothing. */
export interface ScratchpadReader {
	/** Agents by id: those that wrote something, or came with a token of their own. */
	listAgents(
		options?: Omit<ListOptions, "prefix">,
	): Promise<{ agents: AgentSummary[]; next_cursor: string | null }>;
	getAgent(agentId: string): Promise<AgentSummary | undefined>;
	/** Files by path, or in another order. */
	listFiles(
		agentId: string,
		options?: ListOptions & { readonly order?: FileOrder | undefined },
	): Promise<{ files: FileSummary[]; next_cursor: string | null }>;
	/** The files that an agent wrote last, the newest first. */
	latestFiles(agentId: string, count: number): Promise<FileSummary[]>;
	/** What is in a folder (empty, or a path that ends with `/`): folders with sums, then files. */
	listFolder(
		agentId: string,
		folder: string,
		options?: Omit<ListOptions, "prefix">,
	): Promise<{ items: FolderItem[]; next_cursor: string | null }>;
	/** A file's kept version, the current one unless told; undefined when there is no such file or version. */
	getFile(
		agentId: string,
		path: string,
		options?: { version?: number | undefined },
	): Promise<FileView | undefined>;
	/** What changed between two kept versions; undefined when one of them isn't there. */
	diffVersions(
		agentId: string,
		path: string,
		options: { from: number; to: number; context?: number | undefined },
	): Promise<VersionDiff | undefined>;
	listLogs(
		agentId: string,
		options?: ListOptions,
	): Promise<{ logs: LogSummary[]; next_cursor: string | null }>;
	/** The logs that an agent appended to last, the newest first. */
	latestLogs(agentId: string, count: number): Promise<LogSummary[]>;
	getLog(agentId: string, path: string): Promise<LogSummary | undefined>;
	/** Entries, oldest first; the newest ones unless a place is told. `total` counts the whole log. */
	readEntries(
		agentId: string,
		path: string,
		options?: EntriesOptions,
	): Promise<{ entries: LogEntryView[]; total: number; last_entry_id: number }>;
	/** The sums over all agents. */
	totals(): Promise<Totals>;
}

const DEFAULT_LIMIT = 100;
const BY_PATH: FileOrder = { by: "path", descending: false };

/** Opens the owner's view on a store. */
export function createScratchpadReader(store: Store): ScratchpadReader {
	return {
		async listAgents({ cursor, limit = DEFAULT_LIMIT } = {}) {
			const after = decodeCursor("", cursor);
			const rows = await agents.listSeenAgents(store.read, { after, limit: limit + 1 });
			const page = toPage(
				rows.map((row) => ({ path: row.id, row })),
				{ prefix: "", limit },
			);
			return { agents: page.rows.map(({ row }) => agentSummary(row)), next_cursor: page.nextCursor };
		},
		async getAgent(agentId) {
			const row = await agents.findSeenAgent(store.read, agentId);
			return row && agentSummary(row);
		},
		listFiles: (agentId, { prefix = "", cursor, limit = DEFAULT_LIMIT, order = BY_PATH } = {}) =>
			listOrderedFiles(store, { agentId, prefix, order, cursor, limit }),
		async latestFiles(agentId, count) {
			return (await files.listLatestFiles(store.read, { agentId, limit: count })).map(fileSummary);
		},
		listFolder: (agentId, folder, { cursor, limit = DEFAULT_LIMIT } = {}) =>
			listFolder(store, { agentId, folder, cursor, limit }),
		getFile: (agentId, path, { version } = {}) => getFile(store, { agentId, path }, version),
		diffVersions: (agentId, path, options) => diffVersions(store, { agentId, path }, options),
		async listLogs(agentId, { prefix = "", cursor, limit = DEFAULT_LIMIT } = {}) {
			const after = decodeCursor(prefix, cursor);
			const rows = await logs.listLogRows(store.read, { agentId, prefix, after, limit: limit + 1 });
			const page = toPage(rows, { prefix, limit });
			return { logs: page.rows.map(logSummary), next_cursor: page.nextCursor };
		},
		async latestLogs(agentId, count) {
			return (await logs.listLatestLogs(store.read, { agentId, limit: count })).map(logSummary);
		},
		async getLog(agentId, path) {
			const row = await logs.findLog(store.read, { agentId, path });
			return row && logSummary(row);
		},
		readEntries: (agentId, path, options = {}) => readEntries(store, { agentId, path }, options),
		totals: () => agents.sumAgents(store.read),
	};
}

async function getFile(
	store: Store,
	key: files.FileKey,
	version: number | undefined,
): Promise<FileView | undefined> {
	const file = await files.findFile(store.read, key);
	if (file === undefined) return undefined;
	const versions = await fileVersions.listWrittenVersions(store.read, file.id);
	const shown = versions.find((row) => row.version === (version ?? file.current_version));
	if (shown === undefined) return undefined;
	const content = await fileVersions.findContent(store.read, file.id, shown.version);
	if (content === undefined) return undefined;
	const marks = await readMarks.listReadMarks(store.read, file.id);
	return {
		path: file.path,
		current_version: file.current_version,
		version: shown.version,
		content,
		digest: shown.digest,
		bytes: shown.bytes,
		written_at: shown.created_at,
		versions: versions.map(({ actor, ...row }) => ({ ...row, written_by: writerOf(actor, key.agentId) })),
		reads: marks.map(({ reader, ...mark }) => ({ agent_id: reader, ...mark })),
	};
}

function writerOf(actor: string | null, agentId: string): VersionSummary["written_by"] {
	if (actor === OWNER_CALLER.actor) return "owner";
	return { agent_id: actor?.slice("agent:".length) ?? agentId };
}

async function diffVersions(
	store: Store,
	key: files.FileKey,
	{ from, to, context }: { from: number; to: number; context?: number | undefined },
): Promise<VersionDiff | undefined> {
	const file = await files.findFile(store.read, key);
	if (file === undefined) return undefined;
	const before = await fileVersions.findContent(store.read, file.id, from);
	const after = await fileVersions.findContent(store.read, file.id, to);
	if (before === undefined || after === undefined) return undefined;
	return { from, to, ...(await lazyDiff(before, after, context === undefined ? {} : { context })) };
}

async function readEntries(
	store: Store,
	key: files.FileKey,
	{ after, before, since, until, limit = LIMITS.entriesPerPage }: EntriesOptions,
) {
	const log = await logs.findLog(store.read, key);
	if (log === undefined) return { entries: [], total: 0, last_entry_id: 0 };
	const rows = await listRows(store.read, { logId: log.id, limit }, { after, before, since, until });
	const entries = (after === undefined ? rows.reverse() : rows).map(({ entry_id, entry, created_at }) => ({
		entry_id,
		entry,
		created_at,
	}));
	return { entries, total: log.entries, last_entry_id: log.last_entry_id };
}

/** From the place on: up with `after`, down without. */
function listRows(
	sql: Sql,
	range: { readonly logId: number; readonly limit: number },
	{ after, before, since, until }: Omit<EntriesOptions, "limit">,
): Promise<logs.EntryRow[]> {
	if (since !== undefined || until !== undefined)
		return logs.listEntriesOfTime(sql, { ...range, after, before, since, until });
	if (after !== undefined) return logs.listEntries(sql, { ...range, after });
	return logs.listNewestEntries(sql, { ...range, before });
}
