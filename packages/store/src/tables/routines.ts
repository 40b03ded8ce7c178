import type { Sql } from "../sql.ts";

/** A rule that agents are told with every prompt. */
export interface RoutineRow {
	readonly id: string;
	/** Where it stands among the others; they need not follow each other without a gap. */
	readonly position: number;
	/** work, private or both. */
	readonly context: string;
	readonly created_at: number;
	readonly updated_at: number;
	readonly name: string;
	readonly text: string;
}

const COLUMNS = "id, position, context, created_at, updated_at, name, text";

/** All routines, in the owner's order. */
export function listRoutines(sql: Sql): Promise<RoutineRow[]> {
	return sql.all<RoutineRow>(`SELECT ${COLUMNS} FROM routines ORDER BY position, id`);
}

export function findRoutine(sql: Sql, id: string): Promise<RoutineRow | undefined> {
	return sql.get<RoutineRow>(`SELECT ${COLUMNS} FROM routines WHERE id = ?`, id);
}

/** Adds a routine behind all others. */
export async function insertRoutine(
	sql: Sql,
	{ id, context, created_at, name, text }: Omit<RoutineRow, "position" | "updated_at">,
): Promise<void> {
	await sql.run(
		`INSERT INTO routines (id, position, context, created_at, updated_at, name, text)
		 SELECT ?, coalesce(max(position), 0) + 1, ?, ?, ?, ?, ? FROM routines`,
		id,
		context,
		created_at,
		created_at,
		name,
		text,
	);
}

/** Changes what a routine says and where it holds. */
export async function updateRoutine(
	sql: Sql,
	{ id, context, updated_at, name, text }: Omit<RoutineRow, "position" | "created_at">,
): Promise<void> {
	await sql.run(
		"UPDATE routines SET context = ?, updated_at = ?, name = ?, text = ? WHERE id = ?",
		context,
		updated_at,
		name,
		text,
		id,
	);
}

export async function placeRoutine(sql: Sql, id: string, position: number): Promise<void> {
	await sql.run("UPDATE routines SET position = ? WHERE id = ?", position, id);
}

export async function deleteRoutine(sql: Sql, id: string): Promise<void> {
	await sql.run("DELETE FROM routines WHERE id = ?", id);
}
