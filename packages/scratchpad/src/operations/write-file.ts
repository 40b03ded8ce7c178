import { type CallContext, defineOperation } from "@cairn/operations";
import { files, fileVersions } from "@cairn/store";
import * as z from "zod";
import { type AgentCall, agentCall } from "../agent-call.ts";
import { agentId, boundedText, path, type ScratchpadPath } from "../arguments.ts";
import { sha256 } from "../digest.ts";
import { LIMITS } from "../limits.ts";
import { otherWriter } from "../other-writer.ts";
import { assertWithinQuota } from "../quota.ts";
import type { StoreContext } from "../scratchpad-context.ts";
import { readConflict, versionConflict } from "../version-conflict.ts";

const input = z.strictObject({
	agent_id: agentId,
	path,
	content: boundedText("content", LIMITS.contentBytes),
	expected_version: z
		.int()
		.min(0, "expected_version must be 0 (the file must not exist yet) or a version.")
		.optional()
		.describe("Write only if this is the current version; 0: only if the file doesn't exist."),
});

export const writeFile = defineOperation({
	name: "write_file",
	title: "Write a file",
	description:
		"Store a text under a path of your namespace as its next version (up to 1 MiB; the 10 newest versions are kept). " +
		"With expected_version, a write that would overwrite somebody's change is refused with the diff to merge.",
	access: "write",
	idempotent: true,
	input,
	output: z.object({
		path: z.string(),
		version: z.int(),
		bytes_written: z.int(),
		unchanged: z.literal(true).optional(),
	}),
	run: async (context: CallContext & StoreContext, input) => {
		const outcome = await agentCall(context, input.agent_id, (call) => write(call, input));
		if ("conflict" in outcome) throw await versionConflict(outcome.conflict);
		return outcome;
	},
});

async function write(call: AgentCall, { path, content, expected_version }: z.output<typeof input>) {
	const file = await files.findFile(call.sql, { agentId: call.agentId, path });
	if (expected_version !== undefined && expected_version !== (file?.current_version ?? 0)) {
		// A refused call counts for nothing; its diff is made after the transaction, which must not wait for it.
		call.usage.operations = 0;
		return { conflict: await readConflict(call.sql, { path, file, expected: expected_version }) };
	}
	const bytes = Buffer.from(content, "utf8");
	const digest = sha256(bytes);
	if (file?.digest === digest) {
		return { path, version: file.current_version, bytes_written: 0, unchanged: true as const };
	}
	const version = await storeVersion(call, { path, bytes, digest, file });
	call.usage.bytesWritten = bytes.byteLength;
	await call.record({
		action: "file.write",
		object: path,
		version,
		bytes: bytes.byteLength,
		afterHash: digest,
		...(file !== undefined && { beforeHash: file.digest }),
	});
	return { path, version, bytes_written: bytes.byteLength };
}

interface Write {
	readonly path: ScratchpadPath;
	readonly bytes: Buffer;
	readonly digest: string;
	/** What is there before, if anything. */
	readonly file: files.FileRow | undefined;
}

function storeVersion(call: AgentCall, { file, ...write }: Write): Promise<number> {
	return file === undefined ? createFile(call, write) : addVersion(call, file, write);
}

async function createFile(call: AgentCall, { path, bytes, digest }: Omit<Write, "file">): Promise<number> {
	const { sql, agentId, agent, at, usage } = call;
	assertWithinQuota(await agent(), { files: 1, bytes: bytes.byteLength });
	const version = (await files.takeDeletedVersion(sql, { agentId, path })) + 1;
	const fileId = await files.insertFile(sql, { agentId, path, version, bytes: bytes.byteLength, digest, at });
	await fileVersions.insertVersion(sql, {
		fileId,
		version,
		content: bytes,
		digest,
		at,
		writer: otherWriter(call),
	});
	usage.files = 1;
	usage.bytes = bytes.byteLength;
	return version;
}

/** Adds the next version of a file, and lets go of those that it outdates. @throws CairnError `quota_exceeded`. */
export async function addVersion(
	call: AgentCall,
	file: files.FileRow,
	{ bytes, digest }: Omit<Write, "file">,
): Promise<number> {
	const { sql, agent, at, usage } = call;
	const outdated = await findOutdated(call, file);
	usage.bytes = bytes.byteLength - outdated.bytes;
	assertWithinQuota(await agent(), { bytes: usage.bytes });
	if (outdated.upTo > 0) await fileVersions.pruneVersions(sql, file.id, outdated.upTo);
	const version = file.current_version + 1;
	await fileVersions.insertVersion(sql, {
		fileId: file.id,
		version,
		content: bytes,
		digest,
		at,
		writer: otherWriter(call),
	});
	await files.updateFile(sql, {
		id: file.id,
		version,
		bytes: bytes.byteLength,
		digest,
		versions: file.versions + 1 - outdated.count,
		retainedBytes: file.retained_bytes + usage.bytes,
		at,
	});
	return version;
}

/** The versions that the next one outdates: one a write in practice. */
async function findOutdated(
	{ sql }: AgentCall,
	file: files.FileRow,
): Promise<{ upTo: number; count: number; bytes: number }> {
	const count = file.versions + 1 - LIMITS.versionsKept;
	if (count <= 0) return { upTo: 0, count: 0, bytes: 0 };
	const outdated = (await fileVersions.versionSizes(sql, file.id)).slice(0, count);
	const bytes = outdated.reduce((sum, version) => sum + version.bytes, 0);
	return { upTo: outdated.at(-1)?.version ?? 0, count: outdated.length, bytes };
}
