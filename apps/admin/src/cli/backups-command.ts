import { parseFlags } from "@cairn/kernel/command-line";
import { sizeText } from "@cairn/kernel/size-text";
import { type Backup, BackupFolder } from "@cairn/store/backup";
import { backupPlaces } from "../backups/backup-places.ts";
import type { DataPlaces } from "../config.ts";
import type { Command } from "./command.ts";
import { DATA_OPTION, DATA_USAGE, dataPlaces, existingData } from "./data-folder.ts";
import { printLine, printText } from "./print-line.ts";

/** Lists the backups of a store. */
export const backupsCommand: Command = {
	name: "backups",
	summary: "list the backups of the store",
	usage: `Usage: cairn-admin backups [--data DIR]

Lists the backups, newest first: when each was made, why, whether it is proven,
its size.

${DATA_USAGE}
  --json       as JSON`,
	async run(args, cli) {
		const { data, json } = parseFlags(args, { ...DATA_OPTION, json: { type: "boolean" } });
		const places = await dataPlaces(data, cli);
		const folder = new BackupFolder(backupPlaces(places));
		const [backups, others] = await Promise.all([folder.list(), folder.listOtherKinds()]);
		// Nothing at all is a sign of the wrong folder; with a store gone or out of reach, its backups are what is wanted.
		if (backups.length === 0 && others.length === 0) await existingData(data, cli);
		if (json) await printLine(cli.stdout, JSON.stringify(backups));
		else await printText(cli.stdout, [table(backups), ...tellOthers(others, places)].join("\n"), "    ");
		return 0;
	},
};

function table(backups: readonly Backup[]): string {
	if (backups.length === 0) return "There is no backup yet. Make one: cairn-admin backup";
	return backups.map(line).join("\n");
}

function tellOthers(others: readonly string[], { databaseUrl }: DataPlaces): string[] {
	const newest = others.at(-1);
	if (newest === undefined) return [];
	const [kind, way] =
		databaseUrl === undefined
			? ["PostgreSQL", "with DATABASE_URL set"]
			: ["SQLite", "without DATABASE_URL and with --data DIR, into an empty folder"];
	const count = others.length === 1 ? "1 backup" : `${others.length} backups`;
	return [`The folder also has ${count} of a store in ${kind}, the newest ${newest}. Restore one ${way}.`];
}

function line({ name, kind, state, madeAt, bytes, problem }: Backup): string {
	const size = bytes === undefined ? "" : sizeText(bytes, "en");
	const columns = [new Date(madeAt).toISOString(), kind.padEnd(9), state.padEnd(8), size.padStart(10)];
	return `${columns.join("  ")}  ${name}${problem === undefined ? "" : `\n    ${problem}`}`;
}
