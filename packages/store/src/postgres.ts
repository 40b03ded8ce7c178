// What is only asked of a store on PostgreSQL. Apart from all else, so that the driver is loaded only where it is needed.
export { type BackupObstacle, findBackupObstacle } from "./backup/postgres/backup-obstacle.ts";
export { measurePostgres } from "./backup/postgres/measure-postgres.ts";
