import { CairnError } from "@cairn/kernel";
import type { Toolset } from "@cairn/operations";
import type { ForeignSqlite } from "@cairn/store/foreign-sqlite";
import { digestOf } from "./digest-of.ts";
import type { ImportReport } from "./import-report.ts";

/** The tables of the scratchpad server whose files these are, with the columns that are read. */
const TABLES = {
	files: ["id", "agent_id", "path", "cur_version", "created_at"],
	file_versions: ["file_id", "version", "content", "created_at"],
	log_entries: ["id", "agent_id", "path", "entry", "created_at"],
	summaries: ["file_id", "summarized_at_v", "summary"],
} as const;

/** Entries in one call, and their characters: both well below what a server takes. */
const ENTRIES = 100;
const CHARACTERS = 1_000_000;

const WHY: Readonly<Record<string, string>> = {
	deleted_here: "it was deleted here since; it stays deleted",
	other_file: "another file has this path here; it stays",
	changed_here: "it was changed here since; it stays as it is here",
	differs: "the same version has another text here; it stays",
};

export interface ImportInto {
	readonly toolset: Toolset;
	readonly dryRun: boolean;
	readonly report: ImportReport;
}

/**
 * Takes files with their versions, logs and summaries over from a scratchpad server's file.
 * @throws CairnError `invalid_input` for a file that has not its tables.
 */
export async function importScratchpad(source: ForeignSqlite, into: ImportInto): Promise<void> {
	for (const [table, columns] of Object.entries(TABLES)) {
		if (!source.hasTable(table, columns))
			throw new CairnError(
				"invalid_input",
				`This is no scratchpad file: it has no table ${table} as one has.`,
			);
	}
	const files = [...source.rows<FileRow>("SELECT id, agent_id, path, created_at FROM files ORDER BY id")];
	for (const file of files) await importFile(source, file, into);
	await importLogs(source, into);
}

interface FileRow {
	readonly id: number;
	readonly agent_id: string;
	readonly path: string;
	readonly created_at: number;
}

interface VersionRow {
	readonly version: number;
	readonly content: string;
	readonly created_at: number;
}

async function importFile(source: ForeignSqlite, file: FileRow, into: ImportInto): Promise<void> {
	const { versions, files } = into.report;
	const what = `${file.agent_id} ${file.path}`;
	const sql = "SELECT version, content, created_at FROM file_versions WHERE file_id = ? ORDER BY version";
	let follows: { version: number; digest: string } | undefined;
	let outcome = "already";
	for (const row of [...source.rows<VersionRow>(sql, file.id)]) {
		// In a dry run a version that would be added is missing for the one after it.
		if (!(into.dryRun && outcome === "added")) outcome = await importVersion(file, row, { ...into, follows });
		if (outcome !== "added" && outcome !== "already") {
			versions.left.push({ what: `${what} version ${row.version}`, why: WHY[outcome] ?? outcome });
			break;
		}
		versions[outcome]++;
		follows = { version: row.version, digest: digestOf(row.content) };
	}
	if (outcome === "added" || outcome === "already") files[outcome]++;
	else files.left.push({ what, why: WHY[outcome] ?? outcome });
	if (outcome === "added" || outcome === "already") await importSummary(source, file, into);
}

async function importVersion(
	{ agent_id, path, created_at }: FileRow,
	{ version, content, created_at: at }: VersionRow,
	{ toolset, dryRun, follows }: ImportInto & { follows: { version: number; digest: string } | undefined },
): Promise<string> {
	const input = {
		agent_id,
		path,
		file_created_at: created_at,
		version,
		created_at: at,
		content,
		dry_run: dryRun,
	};
	return told(async () => {
		const answer = await toolset.call("import_version", { ...input, ...(follows && { follows }) });
		return (answer as { outcome: string }).outcome;
	});
}

async function importSummary(source: ForeignSqlite, file: FileRow, into: ImportInto): Promise<void> {
	const { summaries } = into.report;
	const sql = "SELECT summarized_at_v AS version, summary FROM summaries WHERE file_id = ?";
	for (const { version, summary } of [...source.rows<{ version: number; summary: string }>(sql, file.id)]) {
		const asked = { agent_id: file.agent_id, path: file.path, version };
		const outcome = await told(async () => {
			const answer = await into.toolset.call("import_summary", { ...asked, summary, dry_run: into.dryRun });
			return (answer as { outcome: string }).outcome;
		});
		if (outcome === "added" || outcome === "already") summaries[outcome]++;
		else if (outcome !== "outdated")
			summaries.left.push({ what: `${file.agent_id} ${file.path}`, why: outcome });
	}
}

interface LogRow {
	readonly agent_id: string;
	readonly path: string;
}

interface EntryRow {
	readonly entry: string;
	readonly created_at: number;
}

async function importLogs(source: ForeignSqlite, into: ImportInto): Promise<void> {
	const logs = [
		...source.rows<LogRow>("SELECT DISTINCT agent_id, path FROM log_entries ORDER BY agent_id, path"),
	];
	for (const log of logs) {
		let position = 1;
		for (const entries of pagesOf(source, log)) {
			if (!(await importEntries(log, { position, entries }, into))) break;
			position += entries.length;
		}
	}
}

function* pagesOf(source: ForeignSqlite, { agent_id, path }: LogRow): Generator<EntryRow[]> {
	const sql = "SELECT entry, created_at FROM log_entries WHERE agent_id = ? AND path = ? ORDER BY id";
	let page: EntryRow[] = [];
	let characters = 0;
	for (const row of source.rows<EntryRow>(sql, agent_id, path)) {
		if (page.length === ENTRIES || (page.length > 0 && characters + row.entry.length > CHARACTERS)) {
			yield page;
			page = [];
			characters = 0;
		}
		page.push(row);
		characters += row.entry.length;
	}
	if (page.length > 0) yield page;
}

/** False when the log can't go on. */
async function importEntries(
	{ agent_id, path }: LogRow,
	{ position, entries }: { position: number; entries: readonly EntryRow[] },
	{ toolset, dryRun, report }: ImportInto,
): Promise<boolean> {
	let answer: { added: number; already: number; differs_at?: number } | undefined;
	const why = await told(async () => {
		const input = { agent_id, path, position, entries, dry_run: dryRun };
		answer = (await toolset.call("import_entries", input)) as typeof answer;
		return answer?.differs_at === undefined
			? ""
			: `entry ${answer.differs_at} is another one here; nothing from there on was added`;
	});
	report.entries.added += answer?.added ?? 0;
	report.entries.already += answer?.already ?? 0;
	if (why !== "") report.entries.left.push({ what: `${agent_id} ${path}`, why });
	return why === "";
}

/** What an operation refuses for one thing is told with it, and the others go on; all else ends the import. */
async function told(work: () => Promise<string>): Promise<string> {
	try {
		return await work();
	} catch (error) {
		const isAboutIt =
			error instanceof CairnError && ["invalid_input", "quota_exceeded", "too_large"].includes(error.code);
		if (!isAboutIt) throw error;
		return error.message;
	}
}
