export { BackupFolder } from "./backup/backup-folder.ts";
export { type BackupPlaces, defaultBackupFolder } from "./backup/backup-places.ts";
export { type Backup, type BackupKind, totalRows } from "./backup/backup-record.ts";
export { isDailyDue, lastDailyTime } from "./backup/daily-backup.ts";
export { type BackupOptions, KEPT_BACKUPS, makeBackup } from "./backup/make-backup.ts";
export { type RestoreOptions, type RestoreReport, restoreBackup } from "./backup/restore-backup.ts";
