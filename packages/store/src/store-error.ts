import { CairnError } from "@cairn/kernel";

const SENTENCES: ReadonlyArray<readonly [code: RegExp, sentence: string]> = [
	[
		/^SQLITE_FULL|^ENOSPC/,
		"The disk that holds the store is full. Nothing was changed; free some space and try again.",
	],
	[
		/^SQLITE_READONLY|^SQLITE_PERM|^EACCES|^EPERM|^EROFS/,
		"The store can't be written: check the permissions of its folder. Nothing was changed.",
	],
	[
		/^SQLITE_CANTOPEN|^ENOTDIR|^EEXIST|^ELOOP|^ENAMETOOLONG/,
		"The store's file can't be opened: check that its folder exists and may be written.",
	],
	[/^SQLITE_BUSY|^SQLITE_LOCKED/, "The store is busy with other writers. Nothing was changed; try again."],
	[
		/^SQLITE_IOERR/,
		"The disk that holds the store failed. Nothing was changed; check the disk, then try again.",
	],
	[/^SQLITE_CORRUPT|^SQLITE_NOTADB/, "The store's file is damaged. Stop Cairn and restore a backup."],
];

/** What a caller can be told of a failure of database or disk; anything unknown stays as it is, a defect. */
export function tellableStoreError(error: unknown): unknown {
	const code = codeOf(error);
	const sentence = SENTENCES.find(([pattern]) => pattern.test(code))?.[1];
	return sentence === undefined ? error : new CairnError("unavailable", sentence);
}

/** Whether another connection holds what this one wanted, so that asking again soon may succeed. */
export function isBusy(error: unknown): boolean {
	return /^SQLITE_BUSY|^SQLITE_LOCKED/.test(codeOf(error));
}

/** SQLite's result code, or the system's for a folder that can't be made. */
function codeOf(error: unknown): string {
	const code = error instanceof Error && "code" in error ? error.code : undefined;
	return typeof code === "string" ? code : "";
}
