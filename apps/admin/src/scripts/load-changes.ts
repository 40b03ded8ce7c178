import type { ScriptFileView } from "@cairn/catalog/server";
import { hasShortened } from "../diff/has-shortened.ts";
import { type TakenRows, takeRows } from "../diff/take-rows.ts";
import { htmlCost } from "../text/html-cost.ts";
import { compareFiles, type FileChange } from "./compare-files.ts";
import { type ContentDiff, diffContents } from "./diff-contents.ts";
import { type Content, MAX_SHOWN_BYTES, readContent } from "./read-content.ts";

/** What a page shows of a changed file. `later`: nothing, as there is no room left. */
export type ChangeBody =
	| { kind: "lines"; diff: Extract<ContentDiff, { kind: "lines" }>; taken: TakenRows }
	| { kind: "binary" | "large" | "later" };

export interface ShownChange {
	change: FileChange;
	/** Absent where the contents are the same. */
	body: ChangeBody | undefined;
}

export interface ShownChanges {
	changes: readonly ShownChange[];
	/** How many changed files are not even named. */
	more: number;
	/** Every line that changed is shown whole. */
	complete: boolean;
	/** The files that can't be shown at all, as they hold no text or too much of it. */
	unseen: readonly FileChange[];
}

export interface LoadChanges {
	before: readonly ScriptFileView[];
	after: readonly ScriptFileView[];
	/** The bytes under a digest. */
	read(sha256: string): Promise<Uint8Array | undefined>;
	split: boolean;
	/** About how many bytes of HTML all changes together may take; all that a browser bears unless told. */
	budget?: number | undefined;
}

/** Bytes of HTML around one file's diff without its path, which stands there thrice and in two addresses of a gap. */
const FILE_COST = 1_500;
const GAP_COST = 640;
/** Bytes of HTML for files that are only named, as there is no room left, and around each of their names. */
const NAMES_BUDGET = 6_000;
const NAME_COST = 420;
/** With no other limit, how much text of both sides together is compared. */
const ALL_BYTES = 8 * MAX_SHOWN_BYTES;

/** What differs between the files of two versions, as far as a page has room. */
export async function loadChanges(options: LoadChanges): Promise<ShownChanges> {
	const found = compareFiles(options.before, options.after);
	const left = { html: options.budget ?? Number.POSITIVE_INFINITY, names: NAMES_BUDGET, bytes: ALL_BYTES };
	const changes: ShownChange[] = [];
	for (const change of found) {
		const body = await loadBody(change, options, left);
		if (left.names < 0) break;
		changes.push({ change, body });
	}
	return {
		changes,
		more: found.length - changes.length,
		complete: changes.length === found.length && changes.every((shown) => isWhole(shown, options)),
		unseen: changes
			.filter(({ body }) => body?.kind === "binary" || body?.kind === "large")
			.map(({ change }) => change),
	};
}

function fileCost(change: FileChange): number {
	return FILE_COST + htmlCost(change.path) + 3 * addressCost(change);
}

/** What a path takes as a part of an address. */
export function addressCost({ path }: Pick<FileChange, "path">): number {
	return encodeURIComponent(path).length;
}

/** What is left of each budget. */
interface Left {
	html: number;
	names: number;
	bytes: number;
}

async function loadBody(
	change: FileChange,
	options: LoadChanges,
	left: Left,
): Promise<ChangeBody | undefined> {
	const room = left.html - fileCost(change);
	if (room <= 0) {
		left.names -= NAME_COST + htmlCost(change.path) + addressCost(change);
		return { kind: "later" };
	}
	left.html = room;
	if (change.before?.sha256 === change.after?.sha256) return undefined;
	const diff = await loadDiff(change, options.read, left);
	if (diff.kind !== "lines") return diff;
	const { split, budget } = options;
	const all = budget === undefined;
	const gapCost = GAP_COST + 2 * addressCost(change);
	const taken = takeRows(diff.blocks, { start: 0, all, split, budget: room, gapCost });
	if (all && taken.next !== undefined) return { kind: "large" };
	left.html -= taken.cost;
	return { kind: "lines", diff, taken };
}

async function loadDiff(
	{ before, after }: FileChange,
	read: LoadChanges["read"],
	left: Left,
): Promise<ContentDiff> {
	const bytes = (before?.bytes ?? 0) + (after?.bytes ?? 0);
	if (Math.max(before?.bytes ?? 0, after?.bytes ?? 0) > MAX_SHOWN_BYTES || bytes > left.bytes)
		return { kind: "large" };
	left.bytes -= bytes;
	return diffContents(await contentOf(before, read), await contentOf(after, read));
}

/** A file's content as a page can show it; none at all where there is no file. */
export async function contentOf(
	file: ScriptFileView | undefined,
	read: LoadChanges["read"],
): Promise<Content> {
	if (file === undefined) return { kind: "text", text: "" };
	if (file.bytes > MAX_SHOWN_BYTES) return { kind: "large" };
	const bytes = await read(file.sha256);
	if (bytes === undefined) throw new Error("The bytes of a kept version are missing.");
	return readContent(bytes);
}

function isWhole({ body }: ShownChange, { budget }: LoadChanges): boolean {
	if (body?.kind === "later") return false;
	if (body?.kind !== "lines" || budget === undefined) return true;
	return body.taken.next === undefined && !body.diff.blocks.some(hasShortened);
}
