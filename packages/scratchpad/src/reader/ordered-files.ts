import { CairnError } from "@cairn/kernel";
import { files, type Store } from "@cairn/store";
import * as z from "zod";
import { fileSummary } from "./reader-rows.ts";
import type { FileSummary } from "./reader-views.ts";

export interface FileOrder {
	readonly by: "path" | "version" | "size" | "written";
	readonly descending: boolean;
}

export interface OrderedFiles {
	readonly agentId: string;
	readonly prefix: string;
	readonly order: FileOrder;
	readonly cursor: string | undefined;
	readonly limit: number;
}

const COLUMNS = { version: "currentVersion", size: "bytes", written: "updatedAt" } as const;

/** Where a page ended: the value that it is ordered by, and the path, which decides among equal ones. */
type Place = { value: number; path: string };

/**
 * A page of files in an order of the reader's choice; paths decide among equal ones. An agent has a thousand files at most, so
 * sorting them takes no index.
 * @throws CairnError `invalid_input` for a cursor of another list.
 */
export async function listOrderedFiles(
	store: Store,
	list: OrderedFiles,
): Promise<{ files: FileSummary[]; next_cursor: string | null }> {
	const { order, limit } = list;
	const isByPath = order.by === "path" && !order.descending;
	const rows = await (isByPath ? rowsByPath(store, list) : sortedRows(store, list));
	const page = rows.slice(0, limit).map(fileSummary);
	const last = page.at(-1);
	const next_cursor = rows.length > limit && last !== undefined ? encodePlace(list, last) : null;
	return { files: page, next_cursor };
}

/** The order that every list begins with: it doesn't load Prisma's client. */
function rowsByPath(store: Store, list: OrderedFiles): Promise<FileSummary[]> {
	const { agentId, prefix, limit } = list;
	const after = decodePlace(list)?.path ?? "";
	return files.listFileRows(store.read, { agentId, prefix, after, limit: limit + 1 });
}

async function sortedRows(store: Store, list: OrderedFiles): Promise<FileSummary[]> {
	const { agentId, prefix, order, limit } = list;
	const place = decodePlace(list);
	const prisma = await store.prisma();
	const direction = order.descending ? "desc" : "asc";
	const rows = await prisma.file.findMany({
		where: { agentId, path: { gte: prefix, lt: `${prefix}{` }, ...beyond(order, place) },
		orderBy:
			order.by === "path" ? { path: direction } : [{ [COLUMNS[order.by]]: direction }, { path: "asc" }],
		take: limit + 1,
	});
	return rows.map(({ path, bytes, versions, ...row }) => ({
		path,
		current_version: row.currentVersion,
		bytes,
		versions,
		created_at: Number(row.createdAt),
		updated_at: Number(row.updatedAt),
	}));
}

function beyond({ by, descending }: FileOrder, place: Place | undefined) {
	if (place === undefined) return {};
	const side = descending ? "lt" : "gt";
	if (by === "path") return { AND: { path: { [side]: place.path } } };
	const column = COLUMNS[by];
	return {
		OR: [{ [column]: { [side]: place.value } }, { [column]: place.value, path: { gt: place.path } }],
	};
}

function orderedValue(file: FileSummary, by: FileOrder["by"]): number {
	if (by === "path") return 0;
	return { version: file.current_version, size: file.bytes, written: file.updated_at }[by];
}

const cursorSchema = z.tuple([z.string(), z.string(), z.boolean(), z.int().min(0), z.string()]);
/** Versions and sizes are integers of 32 bits, times of 64. */
const LARGEST = { path: 0, version: 2_147_483_647, size: 2_147_483_647, written: Number.MAX_SAFE_INTEGER };

function encodePlace({ prefix, order: { by, descending } }: OrderedFiles, last: FileSummary): string {
	const place: z.output<typeof cursorSchema> = [prefix, by, descending, orderedValue(last, by), last.path];
	return Buffer.from(JSON.stringify(place), "utf8").toString("base64url");
}

function decodePlace({ prefix, order, cursor }: OrderedFiles): Place | undefined {
	if (cursor === undefined) return undefined;
	const parsed = cursorSchema.safeParse(parseJson(Buffer.from(cursor, "base64url").toString("utf8")));
	if (parsed.success) {
		const [ofPrefix, by, descending, value, path] = parsed.data;
		const isOfList = ofPrefix === prefix && by === order.by && descending === order.descending;
		if (isOfList && value <= LARGEST[order.by]) return { value, path };
	}
	throw new CairnError(
		"invalid_input",
		"cursor is not one that this list gave out; leave it out to start again.",
	);
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
