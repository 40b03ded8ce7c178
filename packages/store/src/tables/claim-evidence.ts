import type { Sql } from "../sql.ts";

/** Lines of a file's version that a claim rests on. */
export interface BoundEvidence {
	/** The place in the claim's list of evidence. */
	readonly position: number;
	readonly agentId: string;
	readonly path: string;
	readonly version: number;
	readonly firstLine: number;
	readonly lastLine: number;
	/** SHA-256 of the lines, hexadecimal, and their length in UTF-8 bytes. */
	readonly digest: string;
	readonly bytes: number;
	/** What is known of the current version: 1 when it holds them, 0 when not, null when that is still to be looked at. */
	readonly supported: number | null;
}

/** Binds lines to a claim. */
export async function insertEvidence(sql: Sql, claimSeq: number, evidence: BoundEvidence): Promise<void> {
	await sql.run(
		`INSERT INTO claim_evidence
		 (claim_seq, position, agent_id, path, version, first_line, last_line, digest, bytes, supported)
		 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		claimSeq,
		evidence.position,
		evidence.agentId,
		evidence.path,
		evidence.version,
		evidence.firstLine,
		evidence.lastLine,
		evidence.digest,
		evidence.bytes,
		evidence.supported,
	);
}

export async function deleteEvidence(sql: Sql, claimSeq: number): Promise<void> {
	await sql.run("DELETE FROM claim_evidence WHERE claim_seq = ?", claimSeq);
}

export interface EvidenceRow {
	readonly claim_seq: number;
	readonly position: number;
	readonly agent_id: string;
	readonly path: string;
	readonly version: number;
	readonly first_line: number;
	readonly last_line: number;
	readonly digest: string;
	readonly bytes: number;
	/** 1 or 0; null when the file changed since somebody looked. */
	readonly supported: number | null;
}

/** All that a claim rests on in files. */
export function listEvidence(sql: Sql, claimSeq: number): Promise<EvidenceRow[]> {
	return sql.all<EvidenceRow>("SELECT * FROM claim_evidence WHERE claim_seq = ? ORDER BY position", claimSeq);
}

export interface EvidenceToCheck extends EvidenceRow {
	readonly claim_id: string;
}

/** Evidence whose file has changed since somebody looked. */
export function listEvidenceToCheck(sql: Sql, limit: number): Promise<EvidenceToCheck[]> {
	return sql.all<EvidenceToCheck>(
		`SELECT e.*, c.id AS claim_id FROM claim_evidence e JOIN claims c ON c.seq = e.claim_seq
		 WHERE e.supported IS NULL ORDER BY e.claim_seq, e.position LIMIT ?`,
		limit,
	);
}

export async function setEvidenceSupported(
	sql: Sql,
	{ claim_seq, position }: Pick<EvidenceRow, "claim_seq" | "position">,
	supported: boolean,
): Promise<void> {
	await sql.run(
		"UPDATE claim_evidence SET supported = ? WHERE claim_seq = ? AND position = ?",
		supported ? 1 : 0,
		claim_seq,
		position,
	);
}

export interface UnsupportedRow {
	readonly seq: number;
	readonly id: string;
	readonly entity: string;
}

const UNSUPPORTED = `FROM (SELECT DISTINCT claim_seq FROM claim_evidence WHERE supported = FALSE) AS unsupported JOIN claims c ON c.seq = claim_seq
	WHERE c.state = 'active' AND NOT EXISTS
	(SELECT 1 FROM claim_reviews r WHERE r.kind = 'evidence-changed' AND r.subject = c.id)`;

/** Active claims with evidence that its file no longer holds, as they were first asserted. */
export function listUnsupportedClaims(
	sql: Sql,
	{ after, limit }: { after: number; limit: number },
): Promise<UnsupportedRow[]> {
	return sql.all<UnsupportedRow>(
		`SELECT c.seq, c.id, c.entity ${UNSUPPORTED} AND c.seq > ? ORDER BY c.seq LIMIT ?`,
		after,
		limit,
	);
}

export async function countUnsupportedClaims(sql: Sql): Promise<number> {
	const row = await sql.get<{ total: number }>(`SELECT count(*) AS total ${UNSUPPORTED}`);
	return row?.total ?? 0;
}
