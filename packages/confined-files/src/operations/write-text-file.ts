import { createHash } from "node:crypto";
import { loneSurrogateAt } from "@cairn/kernel";
import { type CallContext, defineOperation } from "@cairn/operations";
import * as z from "zod";
import { replaceFile } from "../write/replace-file.ts";
import { requireWritable } from "../write/require-writable.ts";
import type { FilesContext } from "./files-context.ts";

export const writeTextFile = defineOperation({
	name: "write_text_file",
	title: "Write a text file",
	description:
		"Write a file in the root itself: a new one, or in place of the whole old text. path is one lower-case name without directories.",
	access: "write",
	idempotent: true,
	input: z.strictObject({
		path: z.string().describe("Such as notes.md: a-z, 0-9, and after the first also . _ -"),
		content: z.string().superRefine((text, context) => {
			const offset = loneSurrogateAt(text);
			if (offset === undefined) return;
			context.addIssue(
				`content holds half a surrogate pair at offset ${offset}, which UTF-8 can't carry. Nothing was written.`,
			);
		}),
	}),
	output: z.object({ path: z.string(), bytes: z.int(), content_hash: z.string() }),
	run: async ({ root }: CallContext & FilesContext, { path, content }) => {
		const bytes = Buffer.from(content, "utf8");
		requireWritable(root, path, bytes.length);
		await replaceFile(root, path, bytes);
		const content_hash = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
		return { path, bytes: bytes.length, content_hash };
	},
});
