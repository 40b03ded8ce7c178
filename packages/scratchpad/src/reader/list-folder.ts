import { files, type Store } from "@cairn/store";
import { decodeCursor, encodeCursor } from "../cursor.ts";
import { LIMITS } from "../limits.ts";
import { fileSummary } from "./reader-rows.ts";
import type { FileSummary, FolderSummary } from "./reader-views.ts";

export interface FolderPage {
	readonly agentId: string;
	/** Empty for the top, else a path that ends with `/`. */
	readonly folder: string;
	readonly cursor: string | undefined;
	readonly limit: number;
}

export type FolderItem =
	| ({ readonly kind: "folder" } & FolderSummary)
	| ({ readonly kind: "file" } & FileSummary);

/**
 * A page of what is in a folder: folders first, each with the sums of all files below it, then files; both by name. An agent
 * has a thousand files at most, so they are summed up anew for each page.
 * @throws CairnError `invalid_input` for a cursor of another list.
 */
export async function listFolder(
	store: Store,
	{ agentId, folder, cursor, limit }: FolderPage,
): Promise<{ items: FolderItem[]; next_cursor: string | null }> {
	const below = { agentId, prefix: folder, after: "", limit: LIMITS.filesPerAgent };
	const rows = await files.listFileRows(store.read, below);
	const items = itemsIn(folder, rows.map(fileSummary));
	const after = decodeCursor(`${folder}*`, cursor);
	const start = after === "" ? 0 : items.findIndex((item) => keyOf(item) > after);
	const page = start < 0 ? [] : items.slice(start, start + limit);
	const last = page.at(-1);
	const isLast = last === undefined || last === items.at(-1);
	return { items: page, next_cursor: isLast ? null : encodeCursor(`${folder}*`, keyOf(last)) };
}

function itemsIn(folder: string, found: readonly FileSummary[]): FolderItem[] {
	const folders = new Map<string, FolderSummary>();
	const direct: FolderItem[] = [];
	for (const file of found) {
		const end = file.path.indexOf("/", folder.length);
		if (end < 0) direct.push({ kind: "file", ...file });
		else add(folders, file.path.slice(0, end + 1), file);
	}
	return [...[...folders.values()].map((sums): FolderItem => ({ kind: "folder", ...sums })), ...direct];
}

function add(folders: Map<string, FolderSummary>, path: string, file: FileSummary): void {
	const sums = folders.get(path) ?? { files: 0, bytes: 0, updated_at: 0 };
	folders.set(path, {
		path,
		files: sums.files + 1,
		bytes: sums.bytes + file.bytes,
		updated_at: Math.max(sums.updated_at, file.updated_at),
	});
}

/** Orders folders before files. */
function keyOf({ kind, path }: FolderItem): string {
	return `${kind === "folder" ? "0" : "1"}${path}`;
}
