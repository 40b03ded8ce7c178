import { isUtf8 } from "node:buffer";
import { closeSync, fstatSync } from "node:fs";
import { type CallContext, defineOperation } from "@cairn/operations";
import * as z from "zod";
import type { ConfinedRoot } from "../confined-root.ts";
import { CursorBook, changedError, requireUnchanged } from "../cursor/cursor.ts";
import { isFresh, type Look, lookAgain, UNSURE } from "../cursor/look-again.ts";
import { StateDigest } from "../cursor/state-digest.ts";
import { type Identity, isUnchanged } from "../fence/identity.ts";
import { type OpenFile, openServedFile } from "../fence/open-served-file.ts";
import { Page } from "../page/page.ts";
import { pageArguments, pageSchema } from "../page/page-schema.ts";
import { characterStart } from "../text/character-start.ts";
import { readAt } from "../text/read-at.ts";
import { notText, requireText } from "../text/require-text.ts";
import { Pacer } from "../walk/pacer.ts";
import { path } from "./arguments.ts";
import type { FilesContext } from "./files-context.ts";

const MAX_CHUNK_BYTES = 2_048;
const MAX_CHUNKS = 8;
/** A page's bytes, and one more, which tells whether there is a page after it. */
const READ_BYTES = MAX_CHUNKS * MAX_CHUNK_BYTES + 1;

const item = z.object({ byte_offset: z.int(), text: z.string() });

type Chunk = z.output<typeof item>;

const input = z.strictObject({ path, ...pageArguments("chunks, up to 8"), stat: z.boolean().optional() });
const output = z.object({
	...pageSchema(item),
	total_bytes: z.int().optional(),
	range: z.object({ start: z.int(), end: z.int() }).optional().describe("end is the first byte after it."),
});

export const readTextFile = defineOperation({
	name: "read_text_file",
	title: "Read a text file",
	description:
		"Read a UTF-8 file in chunks of up to 2,048 bytes, up to 8 of them at a time. The chunks' text, page after page until next_cursor is null, is the file exactly. stat: true also tells its size and which bytes this page holds.",
	access: "read",
	input,
	output,
	run: (context: CallContext & FilesContext, given) => lookAgain(() => read(context, given)),
});

async function read(
	{ root, signal }: CallContext & FilesContext,
	{ path, cursor, limit, stat = false }: z.output<typeof input>,
): Promise<Look<z.output<typeof output>>> {
	const book = new CursorBook<[number]>(root, { tool: "read_text_file", arguments: [path] }, [0]);
	const { position, state: before } = book.read(cursor);
	const file = openServedFile(root, path);
	try {
		const isUnsettled = before === undefined && isFresh(file.identity);
		if (before !== undefined) requireUnchanged(before, stateOf(file.identity));
		else await requireWhole(root, file, new Pacer(signal));
		const [start] = position;
		const { page, end, isEnd } = readPage(root, file, { start, limit });
		requireStill(file);
		const isUnsure = isUnsettled && !isEnd;
		const state = isUnsure ? UNSURE : (before ?? stateOf(file.identity));
		const answer = {
			items: page.items,
			next_cursor: isEnd ? null : book.issue({ position: [end], state }),
			content_hash: page.contentHash(),
			...(stat && { ...totalOf(file.identity), range: { start, end } }),
		};
		return { answer, isUnsure };
	} finally {
		closeSync(file.fd);
	}
}

/** A size beyond what JSON's numbers tell exactly is left out rather than told wrongly. */
function totalOf({ size }: Identity): { readonly total_bytes?: number } {
	return size > Number.MAX_SAFE_INTEGER ? {} : { total_bytes: Number(size) };
}

/** A file of one page is checked by that page. */
async function requireWhole(
	{ limits }: ConfinedRoot,
	{ fd, identity }: OpenFile,
	pacer: Pacer,
): Promise<void> {
	if (identity.size < READ_BYTES) return;
	await requireText(fd, { upTo: limits.maxScanBytes, pacer });
}

function readPage(
	{ limits }: ConfinedRoot,
	{ fd, identity }: OpenFile,
	{ start, limit }: { readonly start: number; readonly limit: number | undefined },
): { page: Page<Chunk>; end: number; isEnd: boolean } {
	const size = Number(identity.size);
	const bytes = readAt(fd, Buffer.allocUnsafe(READ_BYTES), { offset: start, size });
	let from = 0;
	const page = new Page<Chunk>({ limits, limit, maxItems: MAX_CHUNKS });
	while (from < bytes.length && !page.isFull) {
		const to = characterStart(bytes, from + MAX_CHUNK_BYTES);
		const chunk = bytes.subarray(from, to);
		if (!isUtf8(chunk)) throw notText();
		if (!page.add({ byte_offset: start + from, text: chunk.toString("utf8") }, chunk)) break;
		from = to;
	}
	return { page, end: start + from, isEnd: from === bytes.length && bytes.length < READ_BYTES };
}

function stateOf(identity: Identity): string {
	const digest = new StateDigest();
	digest.add("", identity);
	return digest.finish();
}

/** A page that was half read before a change and half after it must not go out. */
function requireStill({ fd, identity }: OpenFile): void {
	if (!isUnchanged(fstatSync(fd, { bigint: true }), identity)) throw changedError();
}
