import { accessSync, constants, mkdirSync } from "node:fs";
import { CairnError } from "@cairn/kernel";

/** Makes the folder of the backups when it isn't there. @throws CairnError `unavailable` when it can't be written. */
export function makeBackupFolder(folder: string): void {
	try {
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		accessSync(folder, constants.W_OK);
	} catch (error) {
		throw backupFolderFault(error);
	}
}

/** That the folder of the backups can't be used, and what to do. */
export function backupFolderFault(error: unknown): CairnError {
	const code = error instanceof Error && "code" in error ? ` (${error.code})` : "";
	return new CairnError(
		"unavailable",
		`The folder of the backups can't be made or written${code}. Check its place and its permissions, or name another with CAIRN_BACKUPS_DIR.`,
		{ fault: "not_openable" },
	);
}
