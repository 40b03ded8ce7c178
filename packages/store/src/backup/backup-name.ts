import { basename, extname } from "node:path";
import type { BackupKind } from "./backup-record.ts";

/** What the files of a store's backups begin with: two stores of one folder share a folder of backups. */
export function backupPrefix(storeFile: string): string {
	return `${basename(storeFile, extname(storeFile))}-`;
}

/** Such as `cairn-20261130T020000123Z-daily.db`: in UTC, so that names sort as the clock went. */
export function backupName(
	storeFile: string,
	{ madeAt, kind }: { madeAt: number; kind: BackupKind },
): string {
	return `${backupPrefix(storeFile)}${new Date(madeAt).toISOString().replace(/[-:.]/g, "")}-${kind}.db`;
}

/** Whether a text can be the name of a backup's file: one name in one folder, never a path. */
export function isBackupName(text: string): boolean {
	return /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}\.db$/.test(text);
}

/** The digest of a backup, in the form that `sha256sum --check` reads. */
export const digestFileOf = (file: string): string => `${file}.sha256`;

/** What is known of a backup. */
export const recordFileOf = (file: string): string => file.replace(/\.db$/, ".json");
