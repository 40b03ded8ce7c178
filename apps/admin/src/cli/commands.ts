import { backupCommand } from "./backup-command.ts";
import { backupsCommand } from "./backups-command.ts";
import type { Command } from "./command.ts";
import { copyStoreCommand } from "./copy-store-command.ts";
import { doctorCommand } from "./doctor-command.ts";
import { migrateCommand } from "./migrate-command.ts";
import { resetOwnerCommand } from "./reset-owner-command.ts";
import { restoreCommand } from "./restore-command.ts";
import { verifyCommand } from "./verify-command.ts";

/** All subcommands, in the order in which the help lists them. */
export const COMMANDS: readonly Command[] = [
	backupCommand,
	backupsCommand,
	restoreCommand,
	copyStoreCommand,
	migrateCommand,
	doctorCommand,
	resetOwnerCommand,
	verifyCommand,
];
