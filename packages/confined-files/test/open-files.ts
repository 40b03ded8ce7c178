import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { createFilesToolset } from "../src/files-toolset.ts";
import { openRoot, type RootOptions, ToolError } from "../src/index.ts";

/** What the reading tools answer. */
export interface ReadAnswer {
	readonly items: ReadonlyArray<Readonly<Record<string, unknown>>>;
	readonly next_cursor: string | null;
	readonly content_hash: string;
}

export interface Refused {
	readonly reason: string;
	readonly message: string;
}

type Input = Readonly<Record<string, unknown>>;

/** A fresh folder that goes with the test. */
export function temporaryFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), "cairn-files-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

/** A filesystem of its own, which goes with the test; undefined where this user may not mount one. */
export function mountFilesystem(
	type: "tmpfs" | "ramfs" | "overlay",
	options = "defaults",
): string | undefined {
	const folder = temporaryFolder();
	if (spawnSync("mount", ["-t", type, "-o", options, type, folder]).status !== 0) return undefined;
	onTestFinished(() => void spawnSync("umount", ["-l", folder]));
	return folder;
}

/** Where nothing could be mounted, that must be so. */
export function expectNoMount(): void {
	expect(process.getuid?.() === 0 && mountFilesystem("tmpfs") !== undefined).toBe(false);
}

/** Writes files below a folder; directories are made as needed. */
export function plant(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
	for (const [path, content] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), content);
	}
}

/** A root over a fresh folder, and its tools. */
export function openFiles(
	files: Readonly<Record<string, string | Uint8Array>> = {},
	options: Partial<RootOptions> = {},
) {
	const folder = options.root ?? join(temporaryFolder(), "root");
	mkdirSync(folder, { recursive: true });
	plant(folder, files);
	const root = openRoot({ include: ["**"], ...options, root: folder });
	onTestFinished(() => root.close());
	return { folder, root, ...toolsOf(root) };
}

export function toolsOf(root: ReturnType<typeof openRoot>) {
	const toolset = createFilesToolset(root);
	const call = (tool: string, input: Input = {}) => toolset.call(tool, input);
	const read = async (tool: string, input: Input = {}) => (await call(tool, input)) as ReadAnswer;
	return {
		call,
		read,
		/** Why a call is refused; fails when it isn't. */
		refused: async (tool: string, input: Input = {}): Promise<Refused> => {
			const answer = await call(tool, input).then(
				(value) => ({ value }),
				(error: unknown) => ({ error }),
			);
			if ("error" in answer && answer.error instanceof Error) {
				const { error } = answer;
				return { reason: error instanceof ToolError ? error.reason : error.name, message: error.message };
			}
			throw new Error(`it was answered: ${JSON.stringify(answer)}`);
		},
		/** The items of all pages, which end within so many. */
		all: async (tool: string, input: Input = {}, maxPages = 10_000) => {
			const items: Array<ReadAnswer["items"][number]> = [];
			let cursor: string | null = null;
			for (let pages = 0; pages < maxPages; pages++) {
				const answer: ReadAnswer = await read(tool, cursor === null ? input : { ...input, cursor });
				items.push(...answer.items);
				cursor = answer.next_cursor;
				if (cursor === null) return items;
			}
			throw new Error("the pages don't end");
		},
	};
}

export const pathsOf = (items: ReadAnswer["items"]): unknown[] => items.map(({ path }) => path);
export const textOf = (items: ReadAnswer["items"]): string => items.map(({ text }) => text).join("");
