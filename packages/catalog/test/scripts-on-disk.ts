import { existsSync, mkdtempSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import {
	createFolderSource,
	type FolderSource,
	type FolderSourceOptions,
} from "../src/source/folder-source.ts";
import { VersionStore } from "../src/versions/version-store.ts";

export const RULES = { reserved: new Set(["list_scripts", "pipeline_run"]), toolPrefix: "mcp__cairn__" };

/** A fresh folder that is gone after the test. */
export function temporaryFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), "cairn-catalog-"));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	return folder;
}

export interface ScriptFiles {
	readonly manifest?: string;
	readonly run?: string;
	readonly [path: string]: string | undefined;
}

/** The shortest good manifest. */
export function manifestOf(name: string, more = ""): string {
	return `name: ${name}\ndescription: Does ${name}.\nexec: ./run.sh\n${more}`;
}

/**
 * Writes a script's folder: `manifest` is manifest.yaml, `run` an executable run.sh, other keys are paths. A new one is there
 * all at once, so that whoever watches never sees half of it, however long the writing took; in one that exists, files are
 * written one after the other.
 */
export async function writeScript(root: string, dir: string, files: ScriptFiles = {}): Promise<string> {
	const folder = join(root, dir);
	if (existsSync(folder)) {
		await writeFiles(folder, dir, files);
		return folder;
	}
	const aside = await mkdtemp(join(tmpdir(), "cairn-script-"));
	await writeFiles(aside, dir, files);
	await chmod(aside, 0o755);
	await rename(aside, folder);
	return folder;
}

async function writeFiles(folder: string, dir: string, files: ScriptFiles): Promise<void> {
	const { manifest = manifestOf(dir), run = `#!/bin/sh\necho ${dir}\n`, ...others } = files;
	for (const [path, content] of Object.entries({ "manifest.yaml": manifest, "run.sh": run, ...others })) {
		const target = join(folder, path);
		await mkdir(dirname(target), { recursive: true });
		await writeFile(target, content ?? "");
		if (path === "run.sh") await chmod(target, 0o755);
	}
}

export interface FolderFixture {
	readonly folder: string;
	readonly store: VersionStore;
	readonly source: FolderSource;
}

/** A folder source over an empty folder, which settles fast. */
export async function folderFixture(options: Partial<FolderSourceOptions> = {}): Promise<FolderFixture> {
	const root = temporaryFolder();
	const folder = options.folder ?? join(root, "scripts");
	await mkdir(folder, { recursive: true });
	const store = options.store ?? new VersionStore({ root: join(root, "store") });
	const source = createFolderSource({ rules: RULES, settleMs: 20, pollMs: 50, ...options, folder, store });
	onTestFinished(() => source[Symbol.asyncDispose]());
	return { folder, store, source };
}
