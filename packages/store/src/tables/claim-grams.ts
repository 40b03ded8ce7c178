import type { Sql } from "../sql.ts";

/** Puts the runs of characters of a claim into the index: of SQLite its own full text search, of PostgreSQL a GIN index. */
export async function insertGrams(sql: Sql, seq: number, grams: readonly string[]): Promise<void> {
	if (sql.dialect.database === "postgresql") {
		await sql.run("INSERT INTO claim_grams (claim_seq, grams) VALUES (?, ?)", seq, grams);
	} else {
		const tokens = grams.map(tokenOf).join(" ");
		await sql.run("INSERT INTO claim_grams (rowid, grams) VALUES (?, ?)", seq, tokens);
	}
}

/** The numbers of claims that hold all of these runs, which are at least one, up to a limit. */
export async function findByGrams(sql: Sql, grams: readonly string[], limit: number): Promise<number[]> {
	const rows =
		sql.dialect.database === "postgresql"
			? await sql.all<{ seq: number }>(
					"SELECT claim_seq AS seq FROM claim_grams WHERE grams @> ? LIMIT ?",
					grams,
					limit,
				)
			: await sql.all<{ seq: number }>(
					"SELECT rowid AS seq FROM claim_grams WHERE claim_grams MATCH ? LIMIT ?",
					grams.map(tokenOf).join(" AND "),
					limit,
				);
	return rows.map(({ seq }) => seq);
}

/** A gram as SQLite's index knows it: ASCII letters and digits, which no tokenizer takes apart. */
function tokenOf(gram: string): string {
	return Array.from(gram, (character) => character.codePointAt(0)?.toString(16) ?? "").join("z");
}
