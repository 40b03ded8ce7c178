// Copies a store on PostgreSQL into a file, and is killed at some point: `copy-process.ts URL FOLDER FILE`.
import { copyStore } from "../src/copy.ts";

const [url = "", backupFolder = "", file = ""] = process.argv.slice(2);
await copyStore({ from: { url }, to: { file }, backupFolder });
