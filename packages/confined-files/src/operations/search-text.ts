import { type CallContext, defineOperation } from "@cairn/operations";
import * as z from "zod";
import { CursorBook, requireUnchanged } from "../cursor/cursor.ts";
import { type Look, lookAgain, UNSURE } from "../cursor/look-again.ts";
import { Page } from "../page/page.ts";
import { pageArguments, pageSchema } from "../page/page-schema.ts";
import { LineScanner } from "../search/line-scanner.ts";
import { SEARCH_START, type SearchPosition } from "../search/scan-position.ts";
import { TextSearch } from "../search/text-search.ts";
import { Pacer } from "../walk/pacer.ts";
import { withScope } from "../walk/with-scope.ts";
import { query } from "./arguments.ts";
import type { FilesContext } from "./files-context.ts";

const item = z.object({ path: z.string(), line: z.int(), text: z.string() });

const scope = z
	.string()
	.optional()
	.describe("A directory or file, relative to the root. Leave it out for all files.");

const input = z.strictObject({ query, path: scope, ...pageArguments("lines") });
const output = z.object(pageSchema(item));

export const searchText = defineOperation({
	name: "search_text",
	title: "Search in files",
	description:
		"Find the lines that contain a text literally, one item a line (shown up to 1,024 bytes). A call reads a bounded amount: an empty page with a cursor means that the next one goes on.",
	access: "read",
	input,
	output,
	run: (context: CallContext & FilesContext, given) => lookAgain(() => searchPage(context, given)),
});

function searchPage(
	{ root, signal }: CallContext & FilesContext,
	{ query, path = "", cursor, limit }: z.output<typeof input>,
): Promise<Look<z.output<typeof output>>> {
	return withScope(root, path, async (files) => {
		const pacer = new Pacer(signal);
		const traversal = { tool: "search_text", arguments: [query, path] };
		const book = new CursorBook<SearchPosition>(root, traversal, SEARCH_START);
		const { position, state: before } = book.read(cursor);
		const page = new Page<z.output<typeof item>>({ limits: root.limits, limit });
		let current = "";
		const scanner = new LineScanner({
			query: Buffer.from(query, "utf8"),
			budget: root.limits.maxScanBytes,
			onLine: ({ line, text }) => page.add({ path: current, line, text }, `${current}\0${line}\0${text}\n`),
		});
		const search = new TextSearch(scanner, position);
		for (const file of files) {
			current = file.path;
			search.visit(file);
			if (pacer.isDue) await pacer.rest();
		}
		const state = search.finishState();
		requireUnchanged(before, state);
		const { next } = search;
		const isUnsure = before === undefined && next !== undefined && search.isFresh;
		const answer = {
			items: page.items,
			next_cursor:
				next === undefined ? null : book.issue({ position: next, state: isUnsure ? UNSURE : state }),
			content_hash: page.contentHash(),
		};
		return { answer, isUnsure };
	});
}
