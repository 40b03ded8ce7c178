import type { Command } from "./command.ts";
import { migrateCommand } from "./migrate-command.ts";

/** All subcommands, in the order in which the help lists them. */
export const COMMANDS: readonly Command[] = [migrateCommand];
