// Restores a backup of a store on PostgreSQL, and is killed at some point: `restore-process.ts URL FOLDER BACKUP`.
import { restoreBackup } from "../src/backup.ts";

const [databaseUrl = "", folder = "", backup = ""] = process.argv.slice(2);
await restoreBackup(
	{ databaseUrl, folder, environment: process.env },
	{ backup, clock: { now: () => Date.now() }, version: "0.1.0" },
);
