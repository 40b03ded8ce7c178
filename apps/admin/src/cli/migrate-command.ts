import { parseFlags } from "@cairn/kernel/command-line";
import { openStore } from "@cairn/store";
import { storeOptions } from "../backups/store-options.ts";
import type { Command } from "./command.ts";
import { DATA_OPTION, DATA_USAGE, existingData } from "./data-folder.ts";
import { printLine } from "./print-line.ts";

/** Brings a store up to date without starting a server, so that an update can be tried in steps. */
export const migrateCommand: Command = {
	name: "migrate",
	summary: "bring the store up to date with this version of Cairn",
	usage: `Usage: cairn-admin migrate [--data DIR]

Brings the store up to date with this version of Cairn, as the servers do when
they start, after a proven backup. A migration that fails is undone, and named.

${DATA_USAGE}`,
	async run(args, cli) {
		const { data } = parseFlags(args, DATA_OPTION);
		await using _store = await openStore(storeOptions(await existingData(data, cli)));
		await printLine(cli.stdout, "The store is up to date.");
		return 0;
	},
};
