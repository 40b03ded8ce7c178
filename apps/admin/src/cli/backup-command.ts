import { systemClock } from "@cairn/kernel";
import { parseFlags, UsageError } from "@cairn/kernel/command-line";
import { type Backup, makeBackup, totalRows } from "@cairn/store/backup";
import packageJson from "../../package.json" with { type: "json" };
import { backupPlaces } from "../backups/backup-places.ts";
import type { Command } from "./command.ts";
import { DATA_OPTION, DATA_USAGE, existingData } from "./data-folder.ts";
import { printLine } from "./print-line.ts";

const OPTIONS = { ...DATA_OPTION, json: { type: "boolean" }, kind: { type: "string" } } as const;

/** Makes a backup of a store that servers may be using, and proves it. */
export const backupCommand: Command = {
	name: "backup",
	summary: "make a backup of the store, and prove that it can be restored",
	usage: `Usage: cairn-admin backup [--data DIR]

Copies the store while Cairn runs or doesn't, restores the copy into a scratch place and
compares it. Prints the file. The newest 14 proven backups of a kind stay
(CAIRN_BACKUPS_KEEP), in the folder backups of the data folder (CAIRN_BACKUPS_DIR).
A backup holds everything, also the server's key: keep it as safe as the server.

${DATA_USAGE}
  --kind KIND  manual, or daily: counted among those that Cairn makes at 02:00
  --json       what was made, as JSON`,
	async run(args, cli) {
		const { data, json, kind = "manual" } = parseFlags(args, OPTIONS);
		if (kind !== "manual" && kind !== "daily")
			throw new UsageError(`--kind is manual or daily, not "${kind}".`);
		const places = existingData(data, cli);
		const backup = await makeBackup(backupPlaces(places), {
			kind,
			clock: systemClock,
			version: packageJson.version,
			keep: places.keptBackups,
		});
		await printLine(cli.stdout, json ? JSON.stringify(backup) : tell(backup, places.backupsFolder));
		return backup.state === "proven" ? 0 : 1;
	},
};

function tell({ name, state, problem, rows = {}, bytes = 0, holdsKey }: Backup, folder: string): string {
	if (state !== "proven")
		return `The backup could not be proven, and no file of it was kept. ${problem ?? ""}`;
	const key = holdsKey ? ", with the server's key" : "";
	return `${folder}/${name}\nProven: ${totalRows(rows)} rows, ${(bytes / 1e6).toFixed(1)} MB${key}.`;
}
