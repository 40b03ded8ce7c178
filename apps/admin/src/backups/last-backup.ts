import type { Backup } from "@cairn/store/backup";

/** How old the last proven backup may be before that is worth a warning, milliseconds: a day, and time to make one. */
const OLD_MS = 26 * 3_600_000;

export interface BackupNews {
	/** The newest one that is proven. */
	readonly proven: Backup | undefined;
	/** The newest of all, when it failed, or is not proven although Cairn made it. */
	readonly failed: Backup | undefined;
	readonly isOld: boolean;
}

/** What Home says of backups. @param backups newest first. */
export function backupNews(backups: readonly Backup[], now: number): BackupNews {
	const proven = backups.find(({ state }) => state === "proven");
	const [newest] = backups.filter(({ kind }) => kind !== "found");
	const failed = newest?.state === "proven" ? undefined : newest;
	return { proven, failed, isOld: proven !== undefined && now - proven.madeAt > OLD_MS };
}
