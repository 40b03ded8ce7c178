import { brokenScripts, laptops, type Store, scriptRuns, scripts, scriptVersions } from "@cairn/store";
import type { Manifest } from "../manifest/manifest.ts";

/** Times are milliseconds since the epoch. */
export interface ScriptSummary {
	readonly dir: string;
	readonly tool: string;
	readonly description: string;
	readonly newest_digest: string;
	readonly approved_digest: string | undefined;
	readonly enabled: boolean;
	/** Its directory is gone from the folder. */
	readonly removed_at: number | undefined;
	readonly updated_at: number;
	readonly broken: readonly BrokenView[];
}

export interface BrokenView {
	readonly dir: string;
	readonly file: string;
	readonly line: number | undefined;
	readonly reason: string;
	readonly serving: string;
}

export interface ScriptVersionView {
	readonly digest: string;
	readonly tool: string;
	readonly bytes: number;
	readonly seen_at: number;
	readonly approved_at: number | undefined;
}

export interface ScriptFileView {
	readonly path: string;
	readonly sha256: string;
	readonly bytes: number;
	readonly executable: boolean;
}

export interface ScriptView extends ScriptSummary {
	/** The version shown: the newest unless another was asked for. */
	readonly version: ScriptVersionView;
	readonly manifest: Manifest;
	readonly files: readonly ScriptFileView[];
	/** Newest first. */
	readonly versions: readonly ScriptVersionView[];
}

export interface LaptopView {
	readonly name: string;
	readonly client_version: string;
	readonly catalog_version: string;
	readonly seen_at: number;
	/** The version of each script that it holds, by directory. */
	readonly holds: Readonly<Record<string, string>>;
}

export type ScriptRunView = scriptRuns.ScriptRunRow;

/** The owner's view of the catalog. It only reads. */
export interface CatalogReader {
	/** Every script, by directory, and what is broken in directories that never held a whole one. */
	listScripts(): Promise<{ scripts: ScriptSummary[]; broken: BrokenView[] }>;
	/** One script in a version that the server keeps; undefined when there is no such script or version. */
	getScript(dir: string, options?: { digest?: string | undefined }): Promise<ScriptView | undefined>;
	/** The bytes of a file of a kept version. */
	readFile(digest: string, path: string): Promise<Uint8Array | undefined>;
	/** Latest first, those before an instant. */
	listRuns(dir: string, options?: { before?: number | undefined; limit?: number }): Promise<ScriptRunView[]>;
	/** Which laptop holds what, the one seen last first. */
	listLaptops(): Promise<LaptopView[]>;
}

const VERSIONS = 50;
const RUNS = 50;
const LAPTOPS = 100;

export function createCatalogReader({ read }: Pick<Store, "read">): CatalogReader {
	const listBroken = async () => (await brokenScripts.listBrokenScripts(read)).map(brokenView);
	return {
		async listScripts() {
			const broken = await listBroken();
			const rows = await scripts.listScriptRows(read);
			const summaries = await Promise.all(rows.map((row) => summarize(row, broken)));
			const known = new Set(rows.map(({ dir }) => dir));
			return { scripts: summaries, broken: broken.filter(({ dir }) => !known.has(dir)) };
		},
		async getScript(dir, { digest } = {}) {
			const row = await scripts.findScript(read, dir);
			const version = row && (await scriptVersions.findScriptVersion(read, digest ?? row.newest_digest));
			if (row === undefined || version?.dir !== dir) return undefined;
			return {
				...(await summarize(row, await listBroken())),
				version: versionView(version),
				manifest: JSON.parse(version.manifest),
				files: (await scriptVersions.listScriptFiles(read, version.digest)).map(fileView),
				versions: (await scriptVersions.listScriptVersions(read, dir, VERSIONS)).map(versionView),
			};
		},
		async readFile(digest, path) {
			const files = await scriptVersions.listScriptFiles(read, digest);
			const file = files.find((candidate) => candidate.path === path);
			return file && scriptVersions.findScriptContent(read, file.sha256);
		},
		listRuns: (dir, { before, limit = RUNS } = {}) => scriptRuns.listScriptRuns(read, { dir, before, limit }),
		listLaptops: async () => (await laptops.listLaptops(read, LAPTOPS)).map(laptopView),
	};

	async function summarize(row: scripts.ScriptRow, broken: readonly BrokenView[]): Promise<ScriptSummary> {
		const newest = await scriptVersions.findScriptVersion(read, row.newest_digest);
		const manifest: Manifest | undefined = newest && JSON.parse(newest.manifest);
		return {
			dir: row.dir,
			tool: row.tool,
			description: manifest?.description ?? "",
			newest_digest: row.newest_digest,
			approved_digest: row.approved_digest ?? undefined,
			enabled: row.enabled === 1,
			removed_at: row.removed_at ?? undefined,
			updated_at: row.updated_at,
			broken: broken.filter(({ dir }) => dir === row.dir),
		};
	}
}

function brokenView({ line, ...row }: brokenScripts.BrokenScriptRow): BrokenView {
	return { ...row, line: line ?? undefined };
}

function versionView({
	digest,
	tool,
	bytes,
	seen_at,
	approved_at,
}: scriptVersions.ScriptVersionRow): ScriptVersionView {
	return { digest, tool, bytes, seen_at, approved_at: approved_at ?? undefined };
}

function fileView({ executable, ...row }: scriptVersions.ScriptFileRow): ScriptFileView {
	return { ...row, executable: executable === 1 };
}

function laptopView({ holds, ...row }: laptops.LaptopRow): LaptopView {
	return { ...row, holds: JSON.parse(holds) };
}
