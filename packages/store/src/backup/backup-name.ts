import { basename, extname } from "node:path";
import { databaseName } from "../database-name.ts";
import type { BackupPlaces } from "./backup-places.ts";
import type { BackupKind } from "./backup-record.ts";

/** How the backups of a store are called. */
export interface BackupNaming {
	/** What all of them begin with: two stores share a folder of backups. */
	readonly prefix: string;
	/** A copy of an SQLite file, or an archive of what pg_dump wrote. */
	readonly extension: ".db" | ".tar";
}

/** How the backups of a store are called: after its file, or its database. */
export function namingOf(places: BackupPlaces): BackupNaming {
	if ("databaseUrl" in places)
		return { prefix: `${plain(databaseName(places.databaseUrl))}-`, extension: ".tar" };
	const { storeFile } = places;
	return { prefix: `${basename(storeFile, extname(storeFile))}-`, extension: ".db" };
}

const plain = (name: string) => name.replace(/[^A-Za-z0-9._-]/g, "_").slice(0, 100) || "store";

/** Such as `cairn-20261130T020000123Z-daily.db`: in UTC, so that names sort as the clock went. */
export function backupName(
	{ prefix, extension }: BackupNaming,
	{ madeAt, kind }: { madeAt: number; kind: BackupKind },
): string {
	return `${prefix}${new Date(madeAt).toISOString().replace(/[-:.]/g, "")}-${kind}${extension}`;
}

/** Whether a text can be the name of a backup of a store: one name in one folder, never a path. */
export function isBackupName(text: string, { prefix, extension }: BackupNaming): boolean {
	return /^[A-Za-z0-9._-]{1,204}$/.test(text) && text.startsWith(prefix) && text.endsWith(extension);
}

/** Whether a text is the name of a backup that was made of a store of the other kind, as one has that changed its database. */
export function isOtherKindsName(text: string, { extension }: BackupNaming): boolean {
	const other = extension === ".db" ? ".tar" : ".db";
	return text.endsWith(other) && /-\d{8}T\d{9}Z-[a-z]+\.[a-z]+$/.test(text);
}

/** The backup that a file of the folder belongs to: its own name, or that of its record. */
export function backupOfEntry(entry: string, naming: BackupNaming): string | undefined {
	const name = entry.endsWith(".json") ? backupOfRecord(entry.slice(0, -".json".length), naming) : entry;
	return name !== undefined && isBackupName(name, naming) ? name : undefined;
}

function backupOfRecord(stem: string, { extension }: BackupNaming): string | undefined {
	if (extension === ".tar") return stem;
	return stem.endsWith(".tar") ? undefined : `${stem}${extension}`;
}

/** The digest of a backup, in the form that `sha256sum --check` reads. */
export const digestFileOf = (file: string): string => `${file}.sha256`;

/** What is known of a backup. */
export const recordFileOf = (file: string): string => `${file.replace(/\.db$/, "")}.json`;
