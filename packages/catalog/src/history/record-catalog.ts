import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Clock, createId } from "@cairn/kernel";
import { brokenScripts, events, type Sql, type Store, scripts, scriptVersions } from "@cairn/store";
import type { BrokenScript, Catalog, FileDigest, InstalledScript } from "../catalog.ts";

export interface RecordCatalogOptions {
	readonly store: Store;
	readonly clock: Clock;
}

/**
 * Writes into the store what the folder of the catalog holds now: each version that wasn't seen before with all its
 * bytes, what is gone, and what is broken. Nothing is written when nothing changed.
 */
export async function recordCatalog(catalog: Catalog, { store, clock }: RecordCatalogOptions): Promise<void> {
	const known = new Map((await scripts.listScriptRows(store.read)).map((row) => [row.dir, row]));
	const at = clock.now();
	for (const script of catalog.scripts) {
		const row = known.get(script.name);
		if (row?.newest_digest === script.digest && row.removed_at === null) continue;
		await recordVersion(store, script, at);
	}
	const present = presentDirs(catalog);
	const gone = [...known.values()].filter((row) => row.removed_at === null && !present.has(row.dir));
	for (const { dir } of gone) await recordRemoval(store, dir, at);
	await recordBroken(store, catalog.broken);
}

/** A broken script is still there, even when none of it can be served. */
function presentDirs({ scripts: good, broken }: Catalog): ReadonlySet<string> {
	return new Set([...good.map(({ name }) => name), ...broken.map(({ dir }) => dir)]);
}

async function recordVersion(store: Store, script: InstalledScript, at: number): Promise<void> {
	const isKnown = await scriptVersions.isVersionKnown(store.read, script.digest);
	const contents = isKnown ? [] : await readContents(script);
	await store.transaction(async (sql) => {
		for (const { sha256, content } of contents) await scriptVersions.keepContent(sql, sha256, content);
		if (!isKnown) await scriptVersions.insertScriptVersion(sql, newVersion(script, at));
		const { name: dir, manifest, digest } = script;
		await scripts.upsertScript(sql, { dir, tool: manifest.name, digest, at });
		await recordEvent(sql, { at, action: "script.see", object: dir, afterHash: digest });
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
		await scripts.markScriptRemoved(sql, dir, at);
		await recordEvent(sql, { at, action: "script.remove", object: dir });
	});
}

async function recordBroken(store: Store, broken: readonly BrokenScript[]): Promise<void> {
	const rows = broken.map(({ dir, file, line, reason, serving }) => ({
		dir,
		file,
		line: line ?? null,
		reason,
		serving,
	}));
	const before = await brokenScripts.listBrokenScripts(store.read);
	if (JSON.stringify(before) === JSON.stringify(rows)) return;
	await store.transaction((sql) => brokenScripts.replaceBrokenScripts(sql, rows));
}

type CatalogEvent = Pick<events.NewEvent, "at" | "action" | "object" | "afterHash">;

function recordEvent(sql: Sql, event: CatalogEvent): Promise<void> {
	return events.insertEvent(sql, { ...event, requestId: createId("req"), agentId: "" });
}
