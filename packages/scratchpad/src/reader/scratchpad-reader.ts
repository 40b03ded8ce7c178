import { OWNER_CALLER } from "@cairn/kernel";
import { files, fileVersions, logs, type Sql, type Store } from "@cairn/store";
import { decodeCursor } from "../cursor.ts";
import { lazyDiff } from "../diff/lazy-diff.ts";
import { LIMITS } from "../limits.ts";
import { toPage } from "../page.ts";
import { type FolderItem, listFolder } from "./list-folder.ts";
import { type FileOrder, listOrderedFiles } from "./ordered-files.ts";
import { agentSummary, logSummary } from "./reader-rows.ts";
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
export type Totals = Omit<AgentSummary, "agent_id" | "created_at" | "last_seen_at"> & {
	readonly agents: number;
};

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
			const prisma = await store.prisma();
			const after = decodeCursor("", cursor);
			const rows = await prisma.agent.findMany({
				where: { id: { gt: after }, appearedAt: { not: null } },
				orderBy: { id: "asc" },
				take: limit + 1,
			});
			const page = toPage(
				rows.map((row) => ({ ...row, path: row.id })),
				{ prefix: "", limit },
			);
			return { agents: page.rows.map(agentSummary), next_cursor: page.nextCursor };
		},
		async getAgent(agentId) {
			const prisma = await store.prisma();
			const row = await prisma.agent.findUnique({ where: { id: agentId } });
			return row === null || row.appearedAt === null ? undefined : agentSummary(row);
		},
		listFiles: (agentId, { prefix = "", cursor, limit = DEFAULT_LIMIT, order = BY_PATH } = {}) =>
			listOrderedFiles(store, { agentId, prefix, order, cursor, limit }),
		listFolder: (agentId, folder, { cursor, limit = DEFAULT_LIMIT } = {}) =>
			listFolder(store, { agentId, folder, cursor, limit }),
		getFile: (agentId, path, { version } = {}) => getFile(store, { agentId, path }, version),
		diffVersions: (agentId, path, options) => diffVersions(store, { agentId, path }, options),
		async listLogs(agentId, { prefix = "", cursor, limit = DEFAULT_LIMIT } = {}) {
			const prisma = await store.prisma();
			const rows = await prisma.log.findMany({
				where: { agentId, path: pathRange(prefix, cursor) },
				orderBy: { path: "asc" },
				take: limit + 1,
			});
			const page = toPage(rows, { prefix, limit });
			return { logs: page.rows.map(logSummary), next_cursor: page.nextCursor };
		},
		async getLog(agentId, path) {
			const prisma = await store.prisma();
			const row = await prisma.log.findUnique({ where: { agentId_path: { agentId, path } } });
			return row === null ? undefined : logSummary(row);
		},
		readEntries: (agentId, path, options = {}) => readEntries(store, { agentId, path }, options),
		totals: () => totals(store),
	};
}

interface Key {
	readonly agentId: string;
	readonly path: string;
}

async function getFile(store: Store, key: Key, version: number | undefined): Promise<FileView | undefined> {
	const prisma = await store.prisma();
	const file = await prisma.file.findUnique({
		where: { agentId_path: key },
		include: {
			versionRows: { omit: { content: true }, include: { writer: true }, orderBy: { version: "desc" } },
			readMarks: { orderBy: [{ readAt: "desc" }, { reader: "asc" }] },
		},
	});
	const shown = file?.versionRows.find((row) => row.version === (version ?? file.currentVersion));
	if (file === null || shown === undefined) return undefined;
	const content = await fileVersions.findContent(store.read, file.id, shown.version);
	if (content === undefined) return undefined;
	return {
		path: file.path,
		current_version: file.currentVersion,
		version: shown.version,
		content,
		digest: shown.digest,
		bytes: shown.bytes,
		written_at: Number(shown.createdAt),
		versions: file.versionRows.map((row) => ({
			version: row.version,
			bytes: row.bytes,
			digest: row.digest,
			created_at: Number(row.createdAt),
			written_by: writerOf(row.writer?.actor, key.agentId),
		})),
		reads: file.readMarks.map((row) => ({
			agent_id: row.reader,
			version: row.version,
			read_at: Number(row.readAt),
		})),
	};
}

function writerOf(actor: string | undefined, agentId: string): VersionSummary["written_by"] {
	if (actor === OWNER_CALLER.actor) return "owner";
	return { agent_id: actor?.slice("agent:".length) ?? agentId };
}

async function diffVersions(
	store: Store,
	key: Key,
	{ from, to, context }: { from: number; to: number; context?: number | undefined },
): Promise<VersionDiff | undefined> {
	const prisma = await store.prisma();
	const file = await prisma.file.findUnique({ where: { agentId_path: key }, select: { id: true } });
	if (file === null) return undefined;
	const before = await fileVersions.findContent(store.read, file.id, from);
	const after = await fileVersions.findContent(store.read, file.id, to);
	if (before === undefined || after === undefined) return undefined;
	return { from, to, ...(await lazyDiff(before, after, context === undefined ? {} : { context })) };
}

async function readEntries(
	store: Store,
	key: Key,
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

async function totals(store: Store): Promise<Totals> {
	const prisma = await store.prisma();
	const { _sum: sum, _count: agents } = await prisma.agent.aggregate({
		where: { appearedAt: { not: null } },
		_count: true,
		_sum: { files: true, logs: true, entries: true, bytes: true, operations: true, bytesSaved: true },
	});
	return {
		agents,
		files: sum.files ?? 0,
		logs: sum.logs ?? 0,
		entries: sum.entries ?? 0,
		bytes: Number(sum.bytes ?? 0),
		operations: Number(sum.operations ?? 0),
		bytes_saved: Number(sum.bytesSaved ?? 0),
	};
}

/** Paths are ASCII below `{`, so those with a prefix are the range up to it followed by `{`: an index search. */
function pathRange(prefix: string, cursor: string | undefined) {
	return { gte: files.lowerBound(prefix, decodeCursor(prefix, cursor)), lt: `${prefix}{` };
}
