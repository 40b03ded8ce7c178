import { CairnError } from "./cairn-error.ts";
import { isMisuse } from "./command-line/is-misuse.ts";
import { EXIT_PORT_IN_USE, EXIT_USAGE } from "./exit-codes.mjs";
import type { Logger } from "./logger.ts";
import { lostFolder } from "./lost-folder.ts";
import { portInUse } from "./port-in-use.ts";

interface StartOptions {
	readonly logger: Logger;
	/** The setting that moves the server to another port. */
	readonly portSetting: string;
}

/**
 * Logs why a server can't start.
 * @returns the exit code, by which whoever started it knows: 64 for a setting or an argument that can't be used, 3 for a port
 * that is in use, else 1
 */
export function logStartFailure(error: unknown, { logger, portSetting }: StartOptions): number {
	if (isMisuse(error)) {
		logger.fatal(error.message);
		return EXIT_USAGE;
	}
	const told = error instanceof CairnError ? error.message : lostFolder(error);
	if (told !== undefined) {
		logger.fatal(told);
		return 1;
	}
	const taken = portInUse(error, portSetting);
	if (taken !== undefined) {
		logger.fatal(taken);
		return EXIT_PORT_IN_USE;
	}
	logger.fatal({ err: error }, "could not start");
	return 1;
}
