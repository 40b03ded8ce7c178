import { type CallContext, defineOperation } from "@cairn/operations";
import { files, fileVersions } from "@cairn/store";
import * as z from "zod";
import { type AgentCall, agentCall } from "../agent-call.ts";
import { agentId, boundedText, path } from "../arguments.ts";
import { sha256 } from "../digest.ts";
import { LIMITS } from "../limits.ts";
import { otherWriter } from "../other-writer.ts";
import { assertWithinQuota } from "../quota.ts";
import type { StoreContext } from "../scratchpad-context.ts";
import { addVersion } from "./write-file.ts";

const instant = z.int().min(0);

const input = z.strictObject({
	agent_id: agentId,
	path,
	/** By which a file is known as the one that was imported before. */
	file_created_at: instant,
	version: z.int().min(1),
	created_at: instant,
	content: boundedText("content", LIMITS.contentBytes),
	/** The version before in the other store, where it still has it. */
	follows: z.strictObject({ version: z.int().min(1), digest: z.string() }).optional(),
	dry_run: z.boolean().default(false),
});

type Input = z.output<typeof input>;

/** Takes a version of a file over from another store, with its number and its time; once, however often it is asked. */
export const importVersion = defineOperation({
	name: "import_version",
	title: "Import a version of a file",
	description:
		"Take a version over from another store, unless it is here already or the file here is another one.",
	access: "write",
	idempotent: true,
	tool: false,
	input,
	output: z.object({
		outcome: z.enum(["added", "already", "deleted_here", "other_file", "changed_here", "differs"]),
	}),
	run: (context: CallContext & StoreContext, input) =>
		agentCall(context, input.agent_id, async (call) => {
			call.usage.operations = 0;
			const bytes = Buffer.from(input.content, "utf8");
			const incoming = { bytes, digest: sha256(bytes) };
			const file = await files.findFile(call.sql, { agentId: call.agentId, path: input.path });
			const outcome =
				file === undefined ? await findDeleted(call, input) : await compare(call, file, { input, incoming });
			if (outcome === "added" && !input.dry_run) await add(call, file, { input, incoming });
			return { outcome };
		}),
});

interface Incoming {
	readonly input: Input;
	readonly incoming: { readonly bytes: Buffer; readonly digest: string };
}

/** What was deleted here since it was imported stays deleted. */
async function findDeleted(call: AgentCall, { path, version }: Input) {
	const last = await files.findDeletedVersion(call.sql, { agentId: call.agentId, path });
	return last >= version ? ("deleted_here" as const) : ("added" as const);
}

async function compare(call: AgentCall, file: files.FileRow, { input, incoming }: Incoming) {
	if (file.created_at !== input.file_created_at) return "other_file" as const;
	if (input.version > file.current_version) {
		const { follows } = input;
		const isNext = follows?.version === file.current_version && follows.digest === file.digest;
		return isNext ? ("added" as const) : ("changed_here" as const);
	}
	const kept = await fileVersions.listVersionRows(call.sql, file.id);
	const same = kept.find(({ version }) => version === input.version);
	return same === undefined || same.digest === incoming.digest ? ("already" as const) : ("differs" as const);
}

async function add(
	call: AgentCall,
	file: files.FileRow | undefined,
	{ input, incoming: { bytes, digest } }: Incoming,
): Promise<void> {
	const { path, version, created_at: at } = input;
	if (file === undefined) await createFile(call, { input, incoming: { bytes, digest } });
	else await addVersion({ ...call, at }, file, { path, bytes, digest });
	call.usage.bytesWritten = bytes.byteLength;
	await call.record({
		action: "file.write",
		object: path,
		version,
		bytes: bytes.byteLength,
		afterHash: digest,
		...(file !== undefined && { beforeHash: file.digest }),
	});
}

async function createFile(call: AgentCall, { input, incoming: { bytes, digest } }: Incoming): Promise<void> {
	const { sql, agentId, agent, usage } = call;
	const { path, version } = input;
	assertWithinQuota(await agent(), { files: 1, bytes: bytes.byteLength });
	await files.takeDeletedVersion(sql, { agentId, path });
	const sizes = { bytes: bytes.byteLength, digest };
	const fileId = await files.insertFile(sql, { agentId, path, version, ...sizes, at: input.file_created_at });
	await fileVersions.insertVersion(sql, {
		fileId,
		version,
		content: bytes,
		digest,
		at: input.created_at,
		writer: otherWriter(call),
	});
	usage.files = 1;
	usage.bytes = bytes.byteLength;
}
