import { CairnError } from "@cairn/kernel";

/** Why the store refused, for programs; the first two leave reading possible. */
export type StoreFault =
	| "disk_full"
	| "read_only"
	| "not_openable"
	| "busy"
	| "disk_failing"
	| "damaged"
	/** Of a database on a server: it is away; it doesn't let this program in; it may or may not have stored a change. */
	| "unreachable"
	| "refused"
	| "unconfirmed";

const FAULTS: ReadonlyArray<readonly [code: RegExp, fault: StoreFault, sentence: string]> = [
	[
		/^SQLITE_FULL|^ENOSPC/,
		"disk_full",
		"The disk that holds the store is full. Nothing was changed; free some space and try again.",
	],
	[
		/^SQLITE_READONLY|^SQLITE_PERM|^EACCES|^EPERM|^EROFS/,
		"read_only",
		"The store can't be written: check the permissions of its folder. Nothing was changed.",
	],
	[
		/^SQLITE_CANTOPEN|^ENOENT|^ENOTDIR|^EISDIR|^EEXIST|^ELOOP|^ENAMETOOLONG/,
		"not_openable",
		"The store's file can't be opened: check that its folder exists and may be written.",
	],
	[
		/^SQLITE_BUSY|^SQLITE_LOCKED/,
		"busy",
		"The store is busy with other writers. Nothing was changed; try again.",
	],
	[
		/^SQLITE_IOERR/,
		"disk_failing",
		"The disk that holds the store failed. Nothing was changed; check the disk, then try again.",
	],
	[
		/^SQLITE_CORRUPT|^SQLITE_NOTADB/,
		"damaged",
		"The store's file is damaged. Stop Cairn and restore a backup.",
	],
];

/** What a caller can be told of a failure of database or disk; anything unknown stays as it is, a defect. */
export function tellableStoreError(error: unknown): unknown {
	const code = codeOf(error);
	const known = FAULTS.find(([pattern]) => pattern.test(code));
	if (known === undefined) return error;
	const [, fault, sentence] = known;
	return new CairnError("unavailable", sentence, { fault });
}

/** Whether an error says that nothing can be written, while what is there can still be read. */
export function isReadingPossible(error: unknown): boolean {
	const fault = error instanceof CairnError ? error.details.fault : undefined;
	return fault === "disk_full" || fault === "read_only";
}

/** Whether an error says that a store's file is damaged. */
export function isDamage(error: unknown): boolean {
	const told = tellableStoreError(error);
	return told instanceof CairnError && told.details.fault === "damaged";
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
