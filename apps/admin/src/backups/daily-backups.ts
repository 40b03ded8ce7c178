import { CairnError, type Clock } from "@cairn/kernel";
import type { Logger } from "@cairn/kernel/logger";
import { type BackupPlaces, isDailyBackupDue } from "@cairn/store/backup";
import type { BackupJobs } from "./backup-jobs.ts";

/** How often it is looked whether the backup of the day is due, milliseconds. */
const LOOK_MS = 60_000;

export interface DailyBackupsOptions {
	readonly places: BackupPlaces;
	readonly jobs: BackupJobs;
	readonly clock: Clock;
	readonly logger: Logger;
}

/** Makes the backup of the day when it is due: at 02:00, or as soon as the server is on again. Looks at once. */
export function startDailyBackups(options: DailyBackupsOptions): Disposable {
	const timer = setInterval(() => void lookWhetherDue(options), LOOK_MS).unref();
	void lookWhetherDue(options);
	return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** Starts the backup of the day if it is due and nothing else is under way. */
async function lookWhetherDue({ places, jobs, clock, logger }: DailyBackupsOptions): Promise<void> {
	try {
		if (await isDailyBackupDue(places, clock)) jobs.start({ what: "daily" });
	} catch (error) {
		// Another one is under way: the next look comes soon.
		if (!(error instanceof CairnError))
			logger.error({ err: error }, "the backup of the day could not be started");
	}
}
