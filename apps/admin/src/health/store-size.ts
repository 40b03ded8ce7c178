import { stat } from "node:fs/promises";

/** The bytes that an SQLite store takes on disk: its file and the write-ahead log beside it. */
export async function storeSize(file: string): Promise<number> {
	const [main, log] = await Promise.all([stat(file), stat(`${file}-wal`).catch(() => ({ size: 0 }))]);
	return main.size + log.size;
}
