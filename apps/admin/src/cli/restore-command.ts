import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { OwnerAccess } from "@cairn/identity";
import { systemClock } from "@cairn/kernel";
import { UsageError } from "@cairn/kernel/command-line";
import { openStore } from "@cairn/store";
import { type RestoreReport, restoreBackup, totalRows } from "@cairn/store/backup";
import packageJson from "../../package.json" with { type: "json" };
import { backupPlaces } from "../backups/backup-places.ts";
import { storeOptions } from "../backups/store-options.ts";
import type { DataPlaces } from "../config.ts";
import type { Command } from "./command.ts";
import { DATA_OPTION, DATA_USAGE, dataPlaces } from "./data-folder.ts";
import { parseWithOne } from "./parse-with-one.ts";
import { printLine, printText } from "./print-line.ts";

const OPTIONS = {
	...DATA_OPTION,
	json: { type: "boolean" },
	"replace-damaged": { type: "boolean" },
} as const;

/** Makes the store what a backup holds. */
export const restoreCommand: Command = {
	name: "restore",
	summary: "make the store what a backup holds",
	usage: `Usage: cairn-admin restore FILE [--data DIR]

FILE is a backup, by its name in the folder of the backups or by its path. It
is checked and brought up to date beside the store; then a restore point is
made of the store, and the store replaced in one step. Servers that run go on
with it. When anything fails, the store is as it was. In a data folder without
a store it makes one.

What was written since the backup is in the restore point and nowhere else.
Tokens and sessions, too, are as they were: revoke again what was revoked
since.

${DATA_USAGE}
  --replace-damaged  put a store aside that is damaged; stop Cairn before
  --json             what was done, as JSON`,
	async run(args, cli) {
		const { values, one: file } = parseWithOne(args, { options: OPTIONS, name: "FILE" });
		const places = await dataPlaces(values.data, cli);
		const backup = findBackup(file, places);
		const report = await restoreBackup(backupPlaces(places), {
			backup,
			clock: systemClock,
			version: packageJson.version,
			keep: places.keptBackups,
			replaceDamaged: values["replace-damaged"],
		});
		const claimCode = await openClaim(places);
		if (values.json) {
			const told = { ...report, ...(claimCode !== undefined && { claimCode }) };
			await printLine(cli.stdout, JSON.stringify(told));
			return 0;
		}
		const lines = [tell(report, backup), ...(claimCode === undefined ? [] : [tellClaim(claimCode)])];
		await printText(cli.stdout, lines.join("\n"));
		return 0;
	},
};

/** A backup of a server that nobody owned needs a code to be claimed by: the old one was used, or nobody has it any more. */
async function openClaim(places: DataPlaces): Promise<string | undefined> {
	await using store = await openStore(storeOptions(places));
	return new OwnerAccess({ store, clock: systemClock, dataFolder: places.dataFolder }).openClaim();
}

function tellClaim(code: string): string {
	return `claim code: ${code}\nThe backup is of a time when nobody owned the server: open the admin UI and give this code to set a password.`;
}

function findBackup(file: string, { backupsFolder }: DataPlaces): string {
	const named = basename(file) === file && !existsSync(file) ? join(backupsFolder, file) : resolve(file);
	if (existsSync(named)) return named;
	throw new UsageError(`There is no file ${file}, here or in ${backupsFolder}.`);
}

function tell(
	{ restorePoint, putAside, rows, migrated, keyReplaced }: RestoreReport,
	backup: string,
): string {
	const lines = [
		`The store is what ${basename(backup)} holds: ${totalRows(rows)} rows.`,
		...(migrated.length > 0 ? [`It was brought up to date: ${migrated.join(", ")}.`] : []),
		...(restorePoint === undefined
			? []
			: [`What it was before: cairn-admin restore ${restorePoint.name} brings that back.`]),
		...(putAside === undefined ? [] : [`The damaged store is ${putAside}. Start Cairn again.`]),
		...(keyReplaced
			? ["The server's key is the one of the backup again: restart Cairn, so that laptops see it."]
			: []),
	];
	return lines.join("\n");
}
