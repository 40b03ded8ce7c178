import { CairnError } from "@cairn/kernel";
import { type CallContext, defineOperation } from "@cairn/operations";
import { files, fileVersions, summaries } from "@cairn/store";
import * as z from "zod";
import { type AgentCall, readCall } from "../agent-call.ts";
import { agentId, path } from "../arguments.ts";
import { LIMITS } from "../limits.ts";
import { noSuchFile } from "../no-such-file.ts";
import type { StoreContext } from "../scratchpad-context.ts";

/** The number of characters that make one token, roughly. */
const CHARACTERS_PER_TOKEN = 4;

/** The store's half of summarize_file: the stored summary of the current version, or else the text to summarize. */
export const summarySource = defineOperation({
	name: "summary_source",
	title: "Source of a summary",
	description: "The stored summary of a file's current version, or the content to summarize.",
	access: "read",
	tool: false,
	input: z.strictObject({ agent_id: agentId, path }),
	output: z.object({
		path: z.string(),
		current_version: z.int(),
		estimated_tokens: z.int(),
		summary: z.string().optional(),
		content: z.string().optional(),
	}),
	run: (context: CallContext & StoreContext, { agent_id, path }) =>
		readCall(context, agent_id, async (call) => {
			const file = await files.findFile(call.sql, { agentId: agent_id, path });
			if (file === undefined) throw noSuchFile(path);
			const content = (await fileVersions.findContent(call.sql, file.id, file.current_version)) ?? "";
			if (content.length <= LIMITS.summarizeAboveCharacters) throw tooShort(path, content.length);
			const source = {
				path,
				current_version: file.current_version,
				estimated_tokens: Math.ceil(content.length / CHARACTERS_PER_TOKEN),
			};
			const summary = await summaries.findSummary(call.sql, file.id, file.current_version);
			if (summary === undefined) {
				// Counted when the summary is stored: a model that fails has cost the caller enough.
				call.usage.operations = 0;
				return { ...source, content };
			}
			await recordSaving(call, file, file.bytes - Buffer.byteLength(summary));
			return { ...source, summary };
		}),
});

async function recordSaving(call: AgentCall, file: files.FileRow, bytes: number): Promise<void> {
	if (bytes <= 0) return;
	call.usage.bytesSaved = bytes;
	await call.record({
		action: "summary.read",
		object: file.path,
		version: file.current_version,
		bytesSaved: bytes,
	});
}

function tooShort(path: string, characters: number): CairnError {
	return new CairnError(
		"invalid_input",
		`"${path}" has ${characters} characters; only files over ${LIMITS.summarizeAboveCharacters} are summarized. Use read_file.`,
	);
}
