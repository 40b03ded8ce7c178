import { OwnerAccess } from "@cairn/identity";
import { systemClock } from "@cairn/kernel";
import { parseFlags } from "@cairn/kernel/command-line";
import { openStore } from "@cairn/store";
import { storeOptions } from "../backups/store-options.ts";
import type { Command } from "./command.ts";
import { DATA_OPTION, DATA_USAGE, existingData } from "./data-folder.ts";
import { printText } from "./print-line.ts";

/** Lets an owner back in who lost the password. */
export const resetOwnerCommand: Command = {
	name: "reset-owner",
	summary: "forget the owner's password, end sessions, print a claim code",
	usage: `Usage: cairn-admin reset-owner [--data DIR]

For an owner who lost the password. Forgets it, ends every session, lets
guessing begin anew, and prints a claim code: whoever opens the admin UI and
gives it sets a new password. Agents, their tokens and everything that is
stored stay as they are. The servers may run meanwhile.

${DATA_USAGE}`,
	async run(args, cli) {
		const { data } = parseFlags(args, DATA_OPTION);
		const places = await existingData(data, cli);
		await using store = await openStore(storeOptions(places));
		const owner = new OwnerAccess({ store, clock: systemClock, dataFolder: places.dataFolder });
		const code = await owner.reset();
		await printText(
			cli.stdout,
			`claim code: ${code}\nThe password is forgotten and all sessions have ended. Open the admin UI and give this code to set a new password.`,
		);
		return 0;
	},
};
