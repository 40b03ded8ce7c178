import { openSession } from "./postgres-session.ts";

/**
 * What is wrong with a store that was just restored, in words; undefined when a new connection finds the event in it that
 * tells of the restore.
 */
export async function checkRestoredPostgres(
	databaseUrl: string,
	requestId: string,
): Promise<string | undefined> {
	try {
		await using session = await openSession(databaseUrl);
		const { rowCount } = await session.client.query(
			"SELECT 1 FROM events WHERE action = 'backup.restore' AND request_id = $1",
			[requestId],
		);
		return rowCount === 1 ? undefined : "it is not the one that was restored";
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}
