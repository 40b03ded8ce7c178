import { brokenScripts, laptops, type Store, scriptRuns, scripts, scriptVersions } from "@cairn/store";
import { WHOLE_FOLDER } from "../catalog.ts";
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
	/** What it held isn't kept any more. */
	readonly pruned: boolean;
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

/** Where a run stands in the list of runs. */
export type RunPlace = scriptRuns.RunPlace;

/** The owner's view of the catalog. It only reads. */
export interface CatalogReader {
	/**
	 * Every script, by directory, what is broken in directories that never held a whole one, and what is wrong with the
	 * folder of all of them.
	 */
	listScripts(): Promise<{ scripts: ScriptSummary[]; broken: BrokenView[]; folder: BrokenView | undefined }>;
	/** What is broken in a directory that never held a whole script; nothing in any other. */
	getBroken(dir: string): Promise<readonly BrokenView[]>;
	/** One script in a version that the server keeps; undefined when there is no such script, or it isn't kept any more. */
	getScript(dir: string, options?: { digest?: string | undefined }): Promise<ScriptView | undefined>;
	/** The bytes of a file of a kept version. */
	readFile(digest: string, path: string): Promise<Uint8Array | undefined>;
	/** Latest first, those after a run in that order. */
	listRuns(dir: string, options?: { after?: RunPlace | undefined; limit?: number }): Promise<ScriptRunView[]>;
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
			const broken = byDir(await listBroken());
			const rows = await scripts.listScriptRows(read);
			const summaries = rows.map((row) => summarize(row, broken.get(row.dir)));
			const [folder] = broken.get(WHOLE_FOLDER) ?? [];
			for (const dir of [WHOLE_FOLDER, ...rows.map((row) => row.dir)]) broken.delete(dir);
			return { scripts: summaries, broken: [...broken.values()].flat(), folder };
		},
		async getBroken(dir) {
			if (dir === WHOLE_FOLDER || (await scripts.findScript(read, dir)) !== undefined) return [];
			return byDir(await listBroken()).get(dir) ?? [];
		},
		async getScript(dir, { digest } = {}) {
			const row = await scripts.findScript(read, dir);
			const version = row && (await scriptVersions.findScriptVersion(read, digest ?? row.newest_digest));
			if (row === undefined || version?.dir !== dir || version.pruned_at !== null) return undefined;
			return {
				...summarize(row, byDir(await listBroken()).get(dir)),
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
		listRuns: (dir, { after, limit = RUNS } = {}) => scriptRuns.listScriptRuns(read, { dir, after, limit }),
		listLaptops: async () => (await laptops.listLaptops(read, LAPTOPS)).map(laptopView),
	};
}

function summarize(row: scripts.ScriptRow, broken: readonly BrokenView[] = []): ScriptSummary {
	return {
		dir: row.dir,
		tool: row.tool,
		description: row.description,
		newest_digest: row.newest_digest,
		approved_digest: row.approved_digest ?? undefined,
		enabled: row.enabled === 1,
		removed_at: row.removed_at ?? undefined,
		updated_at: row.updated_at,
		broken,
	};
}

function byDir(broken: readonly BrokenView[]): Map<string, BrokenView[]> {
	const grouped = new Map<string, BrokenView[]>();
	for (const one of broken) {
		const group = grouped.get(one.dir);
		if (group === undefined) grouped.set(one.dir, [one]);
		else group.push(one);
	}
	return grouped;
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
	pruned_at,
}: scriptVersions.ScriptVersionHead): ScriptVersionView {
	return { digest, tool, bytes, seen_at, approved_at: approved_at ?? undefined, pruned: pruned_at !== null };
}

function fileView({ executable, ...row }: scriptVersions.ScriptFileRow): ScriptFileView {
	return { ...row, executable: executable === 1 };
}

function laptopView({ holds, ...row }: laptops.LaptopRow): LaptopView {
	return { ...row, holds: JSON.parse(holds) };
}
