import { type CallContext, defineOperation } from "@cairn/operations";
import * as z from "zod";
import { CursorBook, requireUnchanged } from "../cursor/cursor.ts";
import { StateDigest } from "../cursor/state-digest.ts";
import { Page } from "../page/page.ts";
import { pageArguments, pageSchema } from "../page/page-schema.ts";
import type { Place, Walk } from "../walk/list-entries.ts";
import { Pacer } from "../walk/pacer.ts";
import { walkFiles } from "../walk/walk-files.ts";
import { withPlace } from "../walk/with-place.ts";
import { query } from "./arguments.ts";
import type { FilesContext } from "./files-context.ts";

const item = z.object({ path: z.string() });

export const searchFiles = defineOperation({
	name: "search_files",
	title: "Search for files by path",
	description: "Find files whose path, at any depth, contains a text literally. Sorted by path.",
	access: "read",
	input: z.strictObject({ query, ...pageArguments("paths") }),
	output: z.object(pageSchema(item)),
	run: ({ root, signal }: CallContext & FilesContext, { query, cursor, limit }) =>
		withPlace(root, "", async (walk, place) => {
			const book = new CursorBook<[number]>(root, { tool: "search_files", arguments: [query] }, [0]);
			const { position, state: before } = book.read(cursor);
			const paths = await findPaths(walk, place, { query, pacer: new Pacer(signal) });
			if (before !== undefined) requireUnchanged(before, stateOf(paths));
			const page = new Page<z.output<typeof item>>({ limits: root.limits, limit });
			let next = position[0];
			for (let path = paths[next]; path !== undefined; path = paths[++next]) {
				if (!page.add({ path }, `${path}\n`)) break;
			}
			return {
				items: page.items,
				next_cursor:
					next < paths.length ? book.issue({ position: [next], state: before ?? stateOf(paths) }) : null,
				content_hash: page.contentHash(),
			};
		}),
});

async function findPaths(
	walk: Walk,
	place: Place,
	{ query, pacer }: { readonly query: string; readonly pacer: Pacer },
): Promise<string[]> {
	const paths: string[] = [];
	for (const { path } of walkFiles(walk, place)) {
		if (path.includes(query)) paths.push(path);
		if (pacer.isDue) await pacer.rest();
	}
	return paths;
}

function stateOf(paths: readonly string[]): string {
	const digest = new StateDigest();
	for (const path of paths) digest.add(path);
	return digest.finish();
}
