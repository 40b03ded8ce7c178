import { CairnError } from "@cairn/kernel";
import * as z from "zod";
import {
	type CallContext,
	createRemoteToolset,
	createToolset,
	defineOperation,
	Page,
	type RemoteServer,
	type Resource,
} from "../src/index.ts";

const BOOKS = ["a", "b", "c", "d", "e"].map((title) => ({ title }));
const PAGE = 2;

/** Gives a list two at a time; says how many are left only while there is a shelf of that name. */
const listBooks = defineOperation({
	name: "list_books",
	title: "List books",
	description: "Books, a page at a time.",
	access: "read",
	answer: "text",
	input: z.strictObject({ shelf: z.string().optional(), cursor: z.string().optional() }),
	output: z.array(z.object({ title: z.string() })),
	run: async (_context: CallContext, { shelf, cursor = "0" }) => {
		if (shelf === "lost") throw new CairnError("not_found", "There is no shelf of that name.");
		if (shelf === "broken") throw new TypeError("SELECT secret FROM shelves");
		const end = Number(cursor) + PAGE;
		const books = BOOKS.slice(Number(cursor), end);
		const counted = shelf === undefined ? undefined : BOOKS.length - end;
		return new Page(books, end < BOOKS.length ? { nextCursor: String(end), remaining: counted } : undefined);
	},
});

const whoCalls = defineOperation({
	name: "who_calls",
	title: "Say who calls",
	description: "The caller's name.",
	access: "read",
	input: z.strictObject({}),
	output: z.object({ agent: z.string() }),
	run: async ({ agent }: CallContext) => ({ agent }),
});

const RESOURCES: readonly Resource[] = [
	{
		name: "books",
		uri: "shelf://all",
		title: "All books",
		description: "Every book.",
		operation: "list_books",
		input: () => ({}),
		next: (cursor) => `shelf://all?cursor=${cursor}`,
	},
	{
		name: "books-page",
		uri: "shelf://all{?cursor}",
		title: "A page of all books",
		description: "Goes on where a page ended.",
		operation: "list_books",
		input: (variables) => variables,
		next: (cursor) => `shelf://all?cursor=${cursor}`,
	},
	{
		name: "books-of-shelf",
		uri: "shelf://of/{shelf}",
		title: "Books of a shelf",
		description: "Books of one shelf.",
		operation: "list_books",
		input: (variables) => variables,
	},
];

export function createShelfToolset() {
	return createToolset({
		name: "shelf",
		operations: [listBooks, whoCalls],
		resources: RESOURCES,
		provide: async () => ({}),
	});
}

export function createRemoteShelf(server: RemoteServer) {
	return createRemoteToolset({
		name: "shelf",
		server,
		remote: [listBooks, whoCalls],
		here: [],
		resources: RESOURCES,
		provide: async () => ({}),
	});
}
