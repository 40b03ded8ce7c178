import { CairnError, pauseAfterLarge, utf8Bytes } from "@cairn/kernel";
import { type CallContext, defineOperation } from "@cairn/operations";
import { files, fileVersions, readMarks, type Sql } from "@cairn/store";
import * as z from "zod";
import { type AgentCall, assertWanted, readCall } from "../agent-call.ts";
import { agentId, path } from "../arguments.ts";
import { lazyDiff } from "../diff/lazy-diff.ts";
import { LIMITS } from "../limits.ts";
import { noSuchFile } from "../no-such-file.ts";
import type { StoreContext } from "../scratchpad-context.ts";

const versionNumber = z.int().min(1, "a version is a whole number from 1.");

const input = z
	.strictObject({
		agent_id: agentId,
		path,
		since_version: versionNumber.optional().describe("Answer with what changed since this version."),
		since_last_read: z
			.boolean()
			.optional()
			.describe(
				"Answer with what changed since you last read it; only if you still have that text in your context.",
			),
		context: z
			.int()
			.min(0)
			.optional()
			.describe("Equal lines to keep around each change of a diff; all unless given."),
		version: versionNumber.optional().describe("Read this kept version instead of the current one."),
	})
	.refine(
		({ since_version, since_last_read, version }) =>
			[since_version !== undefined, since_last_read === true, version !== undefined].filter(Boolean).length <=
			1,
		{ error: "Give at most one of since_version, since_last_read and version." },
	);

const chunk = z.object({
	op: z.enum(["equal", "remove", "add"]),
	lines: z.array(z.string()),
	elided: z.int().optional(),
	no_newline_at_end: z.literal(true).optional(),
});

const output = z.union([
	z.object({
		path: z.string(),
		current_version: z.int(),
		since_version: z.int(),
		version_too_old: z.literal(false),
		diff: z.array(chunk),
		coarse: z.literal(true).optional(),
	}),
	z.object({ path: z.string(), current_version: z.int(), unchanged: z.literal(true) }),
	z.object({
		path: z.string(),
		current_version: z.int(),
		version: z.int().optional(),
		version_too_old: z.literal(true).optional(),
		diff_too_large: z.literal(true).optional(),
		content: z.string(),
	}),
]);

type Input = z.output<typeof input>;
type Answer = z.input<typeof output>;

/** Both texts of a diff. */
interface Change {
	readonly file: files.FileRow;
	readonly since: number;
	readonly before: string;
	readonly after: string;
}

export const readFile = defineOperation({
	name: "read_file",
	title: "Read a file",
	description:
		"Read a file of your namespace: whole, or only what changed since a version you know (chunks of equal, removed and " +
		"added lines; {unchanged: true} when nothing did). Give context: 3 with it, else all equal lines come too. The answer " +
		"carries current_version for the next since_version.",
	access: "read",
	answer: "text",
	input,
	output,
	run: async (context: CallContext & StoreContext, input) => {
		for (let round = 0; round < MAX_ROUNDS; round++) {
			const change = await peekChange(context, input);
			if (change !== undefined) return answerChange(context, input, change);
			const answer = await readCall(context, input.agent_id, (call) => readUnchanged(call, input));
			if (answer !== "changed") return answer;
		}
		throw new Error("a file neither changed nor stayed as it was");
	},
});

/** A write between two looks at a file means another round; so many in a row mean that the store is not sound. */
const MAX_ROUNDS = 5;

/**
 * Both texts, when a diff is due. Read outside of a transaction, since the diff is made there too: whatever happens to
 * the file meanwhile, the answer is right for the version that it names.
 */
async function peekChange({ store }: StoreContext, input: Input): Promise<Change | undefined> {
	if (input.since_version === undefined && !input.since_last_read) return undefined;
	const file = await files.findFile(store.read, { agentId: input.agent_id, path: input.path });
	if (file === undefined) return undefined;
	const since = await sinceVersion(store.read, file, input);
	if (since === undefined || since >= file.current_version) return undefined;
	const before = await fileVersions.findContent(store.read, file.id, since);
	const after = await fileVersions.findContent(store.read, file.id, file.current_version);
	return before === undefined || after === undefined ? undefined : { file, since, before, after };
}

/** The version that the caller asks to start from, undefined when it has received none. */
async function sinceVersion(sql: Sql, file: files.FileRow, input: Input): Promise<number | undefined> {
	return input.since_last_read ? readMarks.findReadMark(sql, file.id, input.agent_id) : input.since_version;
}

/** Every answer but a diff; "changed" when a write came in between, so that a diff is due after all. */
async function readUnchanged(call: AgentCall, input: Input): Promise<Answer | "changed"> {
	const file = await files.findFile(call.sql, { agentId: call.agentId, path: input.path });
	if (file === undefined) throw noSuchFile(input.path);
	if (input.version !== undefined) return readOldVersion(call, file, input.version);
	const since = await sinceVersion(call.sql, file, input);
	if (since === undefined) return readWhole(call, file);
	if (since > file.current_version) throw futureVersion(file, since);
	if (since === file.current_version) return answerUnchanged(call, file);
	if (await fileVersions.isKept(call.sql, file.id, since)) {
		call.usage.operations = 0;
		return "changed";
	}
	return { ...(await readWhole(call, file)), version_too_old: true };
}

async function readWhole(call: AgentCall, file: files.FileRow) {
	const content = await currentContent(call, file);
	await mark(call, file, file.current_version);
	return { path: file.path, current_version: file.current_version, content };
}

async function readOldVersion(call: AgentCall, file: files.FileRow, version: number): Promise<Answer> {
	const content = await fileVersions.findContent(call.sql, file.id, version);
	if (content === undefined) throw await versionNotKept(call, file, version);
	await mark(call, file, version);
	return { path: file.path, current_version: file.current_version, version, content };
}

async function answerUnchanged(call: AgentCall, file: files.FileRow): Promise<Answer> {
	await recordSaving(call, file, file.bytes);
	return { path: file.path, current_version: file.current_version, unchanged: true };
}

async function answerChange(
	context: CallContext & StoreContext,
	input: Input,
	change: Change,
): Promise<Answer> {
	const { file, since, before, after } = change;
	const { signal } = context;
	const { chunks, coarse } = await lazyDiff(before, after, { signal, context: input.context });
	const json = JSON.stringify(chunks);
	await pauseAfterLarge(json);
	const isTooLarge = json.length > LIMITS.diffCharacters;
	const saved = isTooLarge ? 0 : Math.max(0, file.bytes - utf8Bytes(json));
	assertWanted(context);
	await readCall(context, input.agent_id, async (call) => {
		// Deleted, perhaps written anew, while the diff was made: then there is nothing to mark.
		const now = await files.findFile(call.sql, { agentId: call.agentId, path: file.path });
		if (now?.id === file.id) await mark(call, file, file.current_version);
		await recordSaving(call, file, saved);
	});
	const face = { path: file.path, current_version: file.current_version };
	if (isTooLarge) return { ...face, diff_too_large: true, content: after };
	return { ...face, since_version: since, version_too_old: false, diff: chunks, ...(coarse && { coarse }) };
}

async function currentContent({ sql }: AgentCall, file: files.FileRow): Promise<string> {
	const content = await fileVersions.findContent(sql, file.id, file.current_version);
	if (content === undefined)
		throw new Error(`version ${file.current_version} of file ${file.id} has no content`);
	return content;
}

async function mark({ sql, agentId, at }: AgentCall, file: files.FileRow, version: number): Promise<void> {
	await readMarks.setReadMark(sql, { fileId: file.id, reader: agentId, version, at });
}

/** Notes content that a diff or an unchanged answer spared, in the sums and as an event from which they can be recounted. */
async function recordSaving(call: AgentCall, file: files.FileRow, bytes: number): Promise<void> {
	if (bytes === 0) return;
	call.usage.bytesSaved = bytes;
	await call.record({
		action: "file.read",
		object: file.path,
		version: file.current_version,
		bytesSaved: bytes,
	});
}

function futureVersion(file: files.FileRow, since: number): CairnError {
	const message = `"${file.path}" is at version ${file.current_version}; since_version ${since} is yet to come.`;
	return new CairnError("invalid_input", message, { current_version: file.current_version });
}

async function versionNotKept({ sql }: AgentCall, file: files.FileRow, version: number): Promise<CairnError> {
	const kept = (await fileVersions.listVersionRows(sql, file.id)).map((row) => row.version);
	const range = `${kept.at(-1)} to ${kept[0]}`;
	const message = `Version ${version} of "${file.path}" is not kept; versions ${range} are.`;
	return new CairnError("not_found", message, { current_version: file.current_version });
}
