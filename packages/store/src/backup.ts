export { BackupFolder } from "./backup/backup-folder.ts";
export type { BackupPlaces } from "./backup/backup-places.ts";
export { type Backup, totalRows } from "./backup/backup-record.ts";
export { isStoreThere } from "./backup/is-store-there.ts";
export { isDailyBackupDue, makeBackup, makeDailyBackup } from "./backup/make-backup.ts";
export { type RestoreReport, restoreBackup } from "./backup/restore-backup.ts";
