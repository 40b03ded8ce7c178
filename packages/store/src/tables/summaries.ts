import type { Sql } from "../sql.ts";
import { utf8Text } from "../utf8-text.ts";

export interface NewSummary {
	readonly fileId: number;
	readonly version: number;
	readonly model: string;
	readonly summary: string;
	readonly at: number;
}

/** The summary of one version of a file, or undefined when none is stored for just that version. */
export async function findSummary(sql: Sql, fileId: number, version: number): Promise<string | undefined> {
	const row = await sql.get<{ summary: string | Uint8Array }>(
		`SELECT ${sql.dialect.utf8("summary")} FROM summaries WHERE file_id = ? AND version = ?`,
		fileId,
		version,
	);
	return row && utf8Text(row.summary);
}

/** Stores a file's summary in place of an earlier one. */
export async function setSummary(
	sql: Sql,
	{ fileId, version, model, summary, at }: NewSummary,
): Promise<void> {
	await sql.run(
		`INSERT INTO summaries (file_id, version, model, created_at, summary) VALUES (?, ?, ?, ?, ?)
		 ON CONFLICT (file_id) DO UPDATE SET version = excluded.version, model = excluded.model,
		 created_at = excluded.created_at, summary = excluded.summary`,
		fileId,
		version,
		model,
		at,
		Buffer.from(summary, "utf8"),
	);
}
