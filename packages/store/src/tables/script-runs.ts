import type { Sql } from "../sql.ts";

export interface ScriptRunRow {
	readonly id: string;
	readonly run_id: string;
	readonly dir: string;
	readonly tool: string;
	/** Of the version that ran. */
	readonly digest: string;
	/** Empty when the laptop named none. */
	readonly agent_id: string;
	readonly laptop: string;
	readonly started_at: number;
	readonly duration_ms: number;
	readonly exit_code: number | null;
	readonly status: string;
}

/** Keeps a run; false when it is known already, as when a laptop reports twice. */
export async function insertScriptRun(sql: Sql, run: ScriptRunRow): Promise<boolean> {
	const added = await sql.run(
		`INSERT INTO script_runs (id, run_id, dir, tool, digest, agent_id, laptop, started_at, duration_ms, exit_code, status)
		 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
		run.id,
		run.run_id,
		run.dir,
		run.tool,
		run.digest,
		run.agent_id,
		run.laptop,
		run.started_at,
		run.duration_ms,
		run.exit_code,
		run.status,
	);
	return added > 0;
}

export interface RunPage {
	readonly dir: string;
	/** The last run of the page before; the latest runs unless told. */
	readonly after?: RunPlace | undefined;
	readonly limit: number;
}

/** Where a run stands among those of its script. */
export type RunPlace = Pick<ScriptRunRow, "started_at" | "id">;

/** The runs of a script, latest first; runs of one instant by id. */
export function listScriptRuns(sql: Sql, { dir, after, limit }: RunPage): Promise<ScriptRunRow[]> {
	return sql.all<ScriptRunRow>(
		`SELECT * FROM script_runs WHERE dir = ? AND (started_at, id) < (?, ?)
		 ORDER BY started_at DESC, id DESC LIMIT ?`,
		dir,
		after?.started_at ?? Number.MAX_SAFE_INTEGER,
		after?.id ?? "",
		limit,
	);
}
