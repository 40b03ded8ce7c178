import { type CallContext, defineOperation } from "@cairn/operations";
import * as z from "zod";
import { CursorBook, requireUnchanged } from "../cursor/cursor.ts";
import { StateDigest } from "../cursor/state-digest.ts";
import { Page } from "../page/page.ts";
import { pageArguments, pageSchema } from "../page/page-schema.ts";
import { listEntries, type Place, type Walk } from "../walk/list-entries.ts";
import { nothingServed } from "../walk/nothing-served.ts";
import { requireCaller } from "../walk/pacer.ts";
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
	run: ({ root, signal }: CallContext & FilesContext, { path = "", cursor, limit }) =>
		withPlace(root, path, async (walk, place) => {
			requireCaller(signal);
			const book = new CursorBook<[number]>(root, { tool: "list_directory", arguments: [path] }, [0]);
			const { position, state: before } = book.read(cursor);
			const entries = servedEntries(walk, place);
			const { names } = entries;
			if (names.length === 0 && path !== "") throw nothingServed();
			if (before !== undefined) requireUnchanged(before, stateOf(entries));
			const page = new Page<Item>({ limits: root.limits, limit });
			let next = position[0];
			for (let name = names[next]; name !== undefined; name = names[++next]) {
				const kind = entries.directories.has(name) ? "directory" : "file";
				const item = { name, kind, path: place.prefix + name } as const;
				if (!page.add(item, `${kind}\0${item.path}\n`)) break;
			}
			return {
				items: page.items,
				next_cursor:
					next < names.length ? book.issue({ position: [next], state: before ?? stateOf(entries) }) : null,
				content_hash: page.contentHash(),
			};
		}),
});

/** What is served right under a directory. */
interface ServedEntries {
	/** Sorted. */
	readonly names: readonly string[];
	readonly directories: ReadonlySet<string>;
}

/** Only names are kept, since a directory may hold far more of them than a page shows. */
function servedEntries(walk: Walk, place: Place): ServedEntries {
	walk.budget.directory(place.depth);
	const names: string[] = [];
	const directories = new Set<string>();
	for (const { name, isDirectory } of listEntries(walk, place)) {
		if (!isDirectory) walk.budget.file();
		else if (childHoldsFile(walk, place, name)) directories.add(name);
		else continue;
		names.push(name);
	}
	return { names: names.sort(), directories };
}

function stateOf({ names, directories }: ServedEntries): string {
	const digest = new StateDigest();
	digest.add(names.join("\0"));
	digest.add("");
	digest.add([...directories].sort().join("\0"));
	return digest.finish();
}
