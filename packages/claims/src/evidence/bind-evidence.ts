import { CairnError, type Caller } from "@cairn/kernel";
import { claimEvidence, files, fileVersions, type Sql } from "@cairn/store";
import { LIMITS } from "../limits.ts";
import { type EvidenceReference, parseEvidenceReference } from "./evidence-reference.ts";
import { type BoundLines, bindLines } from "./lines.ts";

export interface NewEvidence {
	readonly claimSeq: number;
	/** What the claim rests on now, and what it rested on before. */
	readonly evidence: readonly string[];
	readonly before: readonly string[];
	/** Who asserts it: a token that is bound to an agent reads no other one's files, so that it can't point to them either. */
	readonly caller: Caller;
}

/**
 * Binds what points into the scratchpad to the lines as they are in the version that it names. What the claim had before
 * stays bound as it was, also when that version is no longer kept.
 * @throws CairnError `not_found` when there is no such version, `invalid_input` when it has not as many lines, `forbidden`
 * for what is new and points to the file of an agent that the caller can't read; whether there is one isn't told.
 */
export async function bindEvidence(
	sql: Sql,
	{ claimSeq, evidence, before, caller }: NewEvidence,
): Promise<void> {
	const bound = new Map(
		(await claimEvidence.listEvidence(sql, claimSeq)).map((row) => [before[row.position], row]),
	);
	if (bound.size > 0) await claimEvidence.deleteEvidence(sql, claimSeq);
	for (const [position, text] of evidence.entries()) {
		const reference = parseEvidenceReference(text);
		if (reference === undefined) continue;
		const old = bound.get(text);
		if (old === undefined) requireReadable(text, reference, caller);
		const lines = old === undefined ? await readLines(sql, text, reference) : boundLines(old);
		// What was found out stays with what was bound: looking again would make news of what somebody has settled.
		const supported = old?.supported ?? null;
		await claimEvidence.insertEvidence(sql, claimSeq, { position, ...reference, ...lines, supported });
	}
}

function requireReadable(text: string, { agentId }: EvidenceReference, caller: Caller): void {
	if (caller.agentId === undefined || caller.agentId === agentId) return;
	throw new CairnError(
		"forbidden",
		`This token is bound to the agent ${caller.agentId}, so evidence ${text} can't point to a file of another agent. Point to one of your own files, or say in words where it is from.`,
		{ agent_id: caller.agentId },
	);
}

/** What a row of the store is bound to. */
export function boundLines(row: claimEvidence.EvidenceRow): BoundLines {
	return { firstLine: row.first_line, lastLine: row.last_line, digest: row.digest, bytes: row.bytes };
}

async function readLines(sql: Sql, text: string, reference: EvidenceReference): Promise<BoundLines> {
	const { agentId, path, version, firstLine, lastLine } = reference;
	const file = await files.findFile(sql, { agentId, path });
	const content = file && (await fileVersions.findContent(sql, file.id, version));
	if (content === undefined) {
		throw new CairnError(
			"not_found",
			`evidence ${text} names a version that isn't kept; read_file says which is the current one.`,
		);
	}
	const lines = bindLines(content, firstLine, lastLine);
	if (lines === undefined)
		throw new CairnError("invalid_input", `evidence ${text} names lines that the version doesn't have.`);
	if (lines.bytes > LIMITS.evidenceLinesBytes) {
		throw new CairnError(
			"invalid_input",
			`evidence ${text} may point to ${LIMITS.evidenceLinesBytes} bytes of lines; these have ${lines.bytes}.`,
		);
	}
	return lines;
}
