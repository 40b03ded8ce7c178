import Database from "better-sqlite3";

/**
 * What is wrong with a store that was just restored, in words; undefined when it is whole and has the event that tells of
 * the restore.
 */
export function checkRestored(storeFile: string, requestId: string): string | undefined {
	try {
		const store = new Database(storeFile, { readonly: true, timeout: 5_000 });
		try {
			const fault = store.pragma("quick_check(1)", { simple: true });
			if (fault !== "ok") return String(fault);
			const event = store
				.prepare("SELECT 1 FROM events WHERE action = 'backup.restore' AND request_id = ?")
				.get(requestId);
			return event === undefined ? "it is not the one that was restored" : undefined;
		} finally {
			store.close();
		}
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}
