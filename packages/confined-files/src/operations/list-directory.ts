import { type CallContext, defineOperation } from "@cairn/operations";
import * as z from "zod";
import { CursorBook, requireUnchanged } from "../cursor/cursor.ts";
import { StateDigest } from "../cursor/state-digest.ts";
import { Page } from "../page/page.ts";
import { pageArguments, pageSchema } from "../page/page-schema.ts";
import { listEntries, type Place, type Walk } from "../walk/list-entries.ts";
import { nothingServed } from "../walk/nothing-served.ts";
import { childHoldsFile } from "../walk/walk-files.ts";
import { withPlace } from "../walk/with-place.ts";
import { directory } from "./arguments.ts";
import type { FilesContext } from "./files-context.ts";

const item = z.object({ name: z.string(), kind: z.enum(["file", "directory"]), path: z.string() });

type Item = z.output<typeof item>;

export const listDirectory = defineOperation({
	name: "list_directory",
	title: "List a directory",
	description:
		"List the files and directories right under a directory, by name. A directory shows only when it holds something served.",
	access: "read",
	input: z.strictObject({ path: directory, ...pageArguments("entries") }),
	output: z.object(pageSchema(item)),
	run: ({ root }: CallContext & FilesContext, { path = "", cursor, limit }) =>
		withPlace(root, path, async (walk, place) => {
			const book = new CursorBook<[number]>(root, { tool: "list_directory", arguments: [path] }, [0]);
			const { position, state: before } = book.read(cursor);
			const items = servedEntries(walk, place);
			if (items.length === 0 && path !== "") throw nothingServed();
			const state = stateOf(items);
			requireUnchanged(before, state);
			const page = new Page<Item>({
				limits: root.limits,
				limit,
				hashed: (entry) => `${entry.kind}\0${entry.path}\n`,
			});
			let next = position[0];
			for (let entry = items[next]; entry !== undefined && page.add(entry); entry = items[next]) next++;
			return {
				items: page.items,
				next_cursor: next < items.length ? book.issue({ position: [next], state }) : null,
				content_hash: page.contentHash(),
			};
		}),
});

function servedEntries(walk: Walk, place: Place): Item[] {
	walk.budget.directory(place.depth);
	const items: Item[] = [];
	for (const { name, isDirectory } of listEntries(walk, place)) {
		if (!isDirectory) walk.budget.file();
		else if (!childHoldsFile(walk, place, name)) continue;
		items.push({ name, kind: isDirectory ? "directory" : "file", path: place.prefix + name });
	}
	return items.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function stateOf(items: readonly Item[]): string {
	const digest = new StateDigest();
	for (const { kind, name } of items) digest.add(`${kind}/${name}`);
	return digest.finish();
}
