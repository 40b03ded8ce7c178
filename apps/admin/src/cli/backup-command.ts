import { systemClock } from "@cairn/kernel";
import { parseFlags } from "@cairn/kernel/command-line";
import { sizeText } from "@cairn/kernel/size-text";
import { type Backup, makeBackup, makeDailyBackup, totalRows } from "@cairn/store/backup";
import packageJson from "../../package.json" with { type: "json" };
import { backupPlaces } from "../backups/backup-places.ts";
import type { Command } from "./command.ts";
import { DATA_OPTION, DATA_USAGE, existingData } from "./data-folder.ts";
import { printLine, printText } from "./print-line.ts";

const OPTIONS = { ...DATA_OPTION, json: { type: "boolean" }, daily: { type: "boolean" } } as const;

/** Makes a backup of a store that servers may be using, and proves it. */
export const backupCommand: Command = {
	name: "backup",
	summary: "make a backup of the store, and prove that it can be restored",
	usage: `Usage: cairn-admin backup [--data DIR]

Copies the store while Cairn runs or doesn't, restores the copy into a scratch
place and compares it. Prints the file. The newest 14 proven backups of a kind
stay (CAIRN_BACKUPS_KEEP), in the folder backups of the data folder
(CAIRN_BACKUPS_DIR). A backup holds everything, also the server's key: keep it
as safe as the server.

${DATA_USAGE}
  --daily      the one of the day, if it is due: nobody made it since 02:00.
               Cairn makes it by itself while it runs
  --json       what was made, as JSON`,
	async run(args, cli) {
		const { data, json, daily } = parseFlags(args, OPTIONS);
		const places = await existingData(data, cli);
		const options = { clock: systemClock, version: packageJson.version, keep: places.keptBackups };
		const backup = daily
			? await makeDailyBackup(backupPlaces(places), options)
			: await makeBackup(backupPlaces(places), { ...options, kind: "manual" });
		const text =
			backup === undefined ? "The backup of the day is not due." : tell(backup, places.backupsFolder);
		if (json) await printLine(cli.stdout, JSON.stringify(backup ?? null));
		else await printText(cli.stdout, text);
		return backup === undefined || backup.state === "proven" ? 0 : 1;
	},
};

function tell({ name, state, problem, rows = {}, bytes = 0, holdsKey }: Backup, folder: string): string {
	if (state === "failed") return `No backup was kept. ${problem ?? ""}`;
	const holds = `${totalRows(rows)} rows, ${sizeText(bytes, "en")}${holdsKey ? ", with the server's key" : ""}.`;
	if (state === "proven") return `${folder}/${name}\nProven: ${holds}`;
	return `${folder}/${name}\nNot proven: ${holds} ${problem ?? ""}`;
}
