import { basename, dirname, join, resolve } from "node:path";
import { tokenSetting } from "@cairn/kernel";
import { parseFlags, UsageError } from "@cairn/kernel/command-line";
import type { StorePlace } from "@cairn/store";
import { type CopiedRows, copyStore } from "@cairn/store/copy";
import type { DataPlaces } from "../config.ts";
import type { Cli, Command } from "./command.ts";
import { DATA_OPTION, DATA_USAGE, existingData } from "./data-folder.ts";
import { printLine, printText } from "./print-line.ts";

const TARGET = "COPY_TO_DATABASE_URL";

const OPTIONS = { ...DATA_OPTION, to: { type: "string" }, json: { type: "boolean" } } as const;

/** Copies a store to the other kind of database, or to another place of the same kind. */
export const copyStoreCommand: Command = {
	name: "copy-store",
	summary: "copy the store from SQLite to PostgreSQL, or back",
	usage: `Usage: cairn-admin copy-store --to ADDRESS|FILE [--data DIR]

Copies the whole store into an empty PostgreSQL database
(postgresql://user@host/name) or a new SQLite file, and compares the two table
by table. Stop Cairn before: what is written meanwhile would be missing. The
store stays as it is; when anything fails, the place to copy into stays empty.
Then start Cairn with the copy, as it is told at the end.

${DATA_USAGE}
  --to         where to. An address with a password can be seen by other users
               of the machine while it stands on a command line: set
               ${TARGET}, or name a file that holds it with
               ${TARGET}_FILE, instead of --to
  --json       how many rows each table has, as JSON`,
	async run(args, cli) {
		const { data, to, json } = parseFlags(args, OPTIONS);
		const target = placeTo(to, cli);
		const places = await existingData(data, cli);
		const { databaseUrl, storeFile, backupsFolder: backupFolder } = places;
		const from = databaseUrl === undefined ? { file: storeFile } : { url: databaseUrl };
		const rows = await copyStore({ from, to: target, backupFolder });
		if (json) await printLine(cli.stdout, JSON.stringify(rows));
		else await printText(cli.stdout, tell(rows, { target, places }));
		return 0;
	},
};

function placeTo(to: string | undefined, { env }: Cli): StorePlace {
	const set = tokenSetting(env, TARGET);
	if (to !== undefined && set !== undefined)
		throw new UsageError(`Both --to and ${TARGET} are set: set one of them.`);
	const named = to ?? set;
	if (named === undefined || named === "") throw new UsageError(`--to is missing, and ${TARGET} is not set.`);
	if (/^postgres(ql)?:/i.test(named)) return { url: named };
	if (/^[a-z][a-z0-9+.-]+:/i.test(named))
		throw new UsageError(
			"The place to copy into must be a PostgreSQL database, such as postgresql://cairn@host:5432/cairn, or the path of a new file.",
		);
	return { file: resolve(named) };
}

function tell(rows: CopiedRows, copy: { target: StorePlace; places: DataPlaces }): string {
	const counts = Object.values(rows);
	const total = counts.reduce((sum, count) => sum + count, 0);
	return [
		`Copied and compared: ${total} rows in ${counts.length} tables. The store is as it was.`,
		...next(copy),
		"What is written from now on is in one of the two alone: use the copy only.",
	].join("\n");
}

function next({ target, places }: { target: StorePlace; places: DataPlaces }): string[] {
	const { dataFolder, databaseUrl } = places;
	if ("url" in target) {
		return [
			"To use the copy, set DATABASE_URL to its address for the registry and the admin, and start them.",
			`Keep the data folder ${dataFolder}: it goes on holding the server's key.`,
		];
	}
	const unset = databaseUrl === undefined ? "" : "unset DATABASE_URL, and ";
	const folder = dirname(target.file);
	if (basename(target.file) !== "cairn.db")
		return [`To use the copy, ${unset}put it as cairn.db into the data folder; then start Cairn.`];
	if (folder === dataFolder) return [`To use the copy, ${unset}start Cairn.`];
	return [
		`To use the copy, ${unset}start Cairn with --data ${folder} (CAIRN_DATA_DIR).`,
		`Copy ${join(dataFolder, "catalog-key.pem")} there before: it is the key by which laptops know this server.`,
	];
}
