import type { Sql } from "../sql.ts";

export interface BrokenScriptRow {
	readonly dir: string;
	readonly file: string;
	readonly line: number | null;
	/** A sentence. */
	readonly reason: string;
	/** What laptops get meanwhile: current, last_good or nothing. */
	readonly serving: string;
}

/** Puts what is broken now in the place of what was broken before. */
export async function replaceBrokenScripts(sql: Sql, broken: readonly BrokenScriptRow[]): Promise<void> {
	await sql.run("DELETE FROM broken_scripts");
	for (const { dir, file, line, reason, serving } of broken) {
		await sql.run(
			"INSERT INTO broken_scripts (dir, file, line, reason, serving) VALUES (?, ?, ?, ?, ?)",
			dir,
			file,
			line,
			reason,
			serving,
		);
	}
}

export function listBrokenScripts(sql: Sql): Promise<BrokenScriptRow[]> {
	return sql.all<BrokenScriptRow>("SELECT dir, file, line, reason, serving FROM broken_scripts ORDER BY id");
}
