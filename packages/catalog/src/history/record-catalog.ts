import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Clock, createId } from "@cairn/kernel";
import { events, type Sql, type Store, scripts, scriptVersions } from "@cairn/store";
import type { Catalog, FileDigest, InstalledScript } from "../catalog.ts";
import { HISTORY_LIMITS, type HistoryLimits, pruneHistory } from "./prune-history.ts";

export interface RecordCatalogOptions {
	readonly store: Store;
	readonly clock: Clock;
	readonly limits?: HistoryLimits | undefined;
}

/**
 * Writes into the store which scripts the folder of the catalog holds now: each version that wasn't seen before with all
 * its bytes, and what is gone. Nothing is written when nothing changed.
 */
export async function recordCatalog(catalog: Catalog, options: RecordCatalogOptions): Promise<void> {
	const { store, clock } = options;
	const known = new Map((await scripts.listScriptRows(store.read)).map((row) => [row.dir, row]));
	for (const script of catalog.scripts) {
		if (isNewest(known.get(script.name), script.digest)) continue;
		await recordVersion(script, options);
	}
	const present = presentDirs(catalog);
	const gone = [...known.values()].filter((row) => row.removed_at === null && !present.has(row.dir));
	for (const { dir } of gone) await recordRemoval(store, dir, clock.now());
}

function isNewest(row: scripts.ScriptRow | undefined, digest: string): boolean {
	return row?.newest_digest === digest && row.removed_at === null;
}

/** A broken script is still there, even when none of it can be served. */
function presentDirs({ scripts: good, broken }: Catalog): ReadonlySet<string> {
	return new Set([...good.map(({ name }) => name), ...broken.map(({ dir }) => dir)]);
}

async function recordVersion(script: InstalledScript, options: RecordCatalogOptions): Promise<void> {
	const { store, clock, limits = HISTORY_LIMITS } = options;
	const at = clock.now();
	const isKept = await scriptVersions.isVersionKept(store.read, script.digest);
	const contents = isKept ? [] : await readContents(script);
	const { name: dir, manifest, digest } = script;
	await store.transaction(async (sql) => {
		// Another registry on the same store may have seen it at the same moment.
		if (isNewest(await scripts.findScript(sql, dir), digest)) return;
		if (!isKept && !(await scriptVersions.isVersionKept(sql, digest))) {
			for (const { sha256, content } of contents) await scriptVersions.keepContent(sql, sha256, content);
			await scriptVersions.insertScriptVersion(sql, newVersion(script, at));
		}
		const { name: tool, description } = manifest;
		await scripts.upsertScript(sql, { dir, tool, description, digest, at });
		await recordEvent(sql, { at, action: "script.see", object: dir, afterHash: digest });
		await pruneHistory(sql, { dir, at, limits });
	});
}

/** Everything is read before the transaction starts, which must not wait for a disk. */
function readContents({ folder, digests }: InstalledScript) {
	return Promise.all(
		Object.entries(digests).map(async ([path, { sha256 }]: [string, FileDigest]) => ({
			sha256,
			content: await readFile(join(folder, path)),
		})),
	);
}

function newVersion({ name, manifest, digest, digests }: InstalledScript, at: number) {
	const files = Object.entries(digests).map(([path, { sha256, size, executable }]: [string, FileDigest]) => ({
		path,
		sha256,
		bytes: size,
		executable,
	}));
	return { digest, dir: name, tool: manifest.name, manifest: JSON.stringify(manifest), at, files };
}

function recordRemoval(store: Store, dir: string, at: number): Promise<void> {
	return store.transaction(async (sql) => {
		if (!(await scripts.markScriptRemoved(sql, dir, at))) return;
		await recordEvent(sql, { at, action: "script.remove", object: dir });
	});
}

type CatalogEvent = Pick<events.NewEvent, "at" | "action" | "object" | "afterHash">;

function recordEvent(sql: Sql, event: CatalogEvent): Promise<number> {
	return events.insertEvent(sql, { ...event, requestId: createId("req"), agentId: "" });
}
