import { CairnError } from "@cairn/kernel";
import * as z from "zod";
import { type CallContext, createToolset, defineOperation } from "../src/index.ts";

/** What the operations of these tests need. */
export interface NotesContext {
	readonly notes: Map<string, string>;
}

export const putNote = defineOperation({
	name: "put_note",
	title: "Put a note",
	description: "Store a note.",
	access: "write",
	input: z.strictObject({ agent_id: z.string(), text: z.string() }),
	output: z.object({ count: z.int() }),
	run: async ({ notes }: CallContext & NotesContext, { agent_id, text }) => {
		notes.set(agent_id, text);
		return { count: notes.size };
	},
});

export const getNote = defineOperation({
	name: "get_note",
	title: "Get a note",
	description: "Read a note.",
	access: "read",
	answer: "text",
	input: z.strictObject({ agent_id: z.string() }),
	output: z.object({ text: z.string() }),
	run: async ({ notes }: CallContext & NotesContext, { agent_id }) => {
		const text = notes.get(agent_id);
		if (text === undefined)
			throw new CairnError("not_found", "There is no note; put_note makes one.", { agent_id });
		return { text };
	},
});

export const shout = defineOperation({
	name: "shout",
	title: "Shout a note",
	description: "Read a note, louder.",
	access: "read",
	at: "client",
	input: z.strictObject({ agent_id: z.string() }),
	output: z.object({ text: z.string() }),
	run: async ({ call }: CallContext, { agent_id }) => ({
		text: (await call(getNote, { agent_id })).text.toUpperCase(),
	}),
});

export const explode = defineOperation({
	name: "explode",
	title: "Fail",
	description: "A defect.",
	access: "read",
	tool: false,
	input: z.strictObject({}),
	output: z.object({}),
	run: async () => {
		throw new TypeError("SELECT secret FROM /home/owner/cairn.db");
	},
});

export const hang = defineOperation({
	name: "hang",
	title: "Hang",
	description: "Notes that it runs, and waits until the caller goes away.",
	access: "read",
	tool: false,
	input: z.strictObject({}),
	output: z.object({}),
	run: ({ notes, signal }: CallContext & NotesContext) => {
		notes.set("hang", "runs");
		return new Promise<never>((_resolve, reject) => {
			signal.addEventListener("abort", () => {
				notes.set("hang", "ended");
				reject(new CairnError("cancelled", "The caller went away."));
			});
		});
	},
});

export function createNotesToolset(notes = new Map<string, string>()) {
	return createToolset<NotesContext>({
		name: "notes",
		operations: [putNote, getNote, shout, explode, hang],
		provide: async () => ({ notes }),
	});
}
