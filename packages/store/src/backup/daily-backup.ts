import type { Backup } from "./backup-record.ts";

/** When the daily backup is made, local time. */
const HOUR = 2;
/** How long after one that failed the next is tried, milliseconds. */
const RETRY_MS = 3_600_000;
/** How far in the future a backup may lie before the clock must have been wrong, milliseconds. */
const CLOCK_SLACK_MS = 60_000;

/** The last 02:00 local time at or before an instant. Where the clocks skip that hour, the moment that stands for it. */
export function lastDailyTime(now: number): number {
	const day = new Date(now);
	const today = new Date(day.getFullYear(), day.getMonth(), day.getDate(), HOUR).getTime();
	if (today <= now) return today;
	return new Date(day.getFullYear(), day.getMonth(), day.getDate() - 1, HOUR).getTime();
}

export interface DailyQuestion {
	/** Newest first. */
	readonly backups: readonly Backup[];
	/** When the store was made: one that is younger than the last 02:00 waits for the next. */
	readonly storeMadeAt: number;
	readonly now: number;
}

/** One that no place was found to prove in isn't better when it is made again. */
const isMade = (state: Backup["state"]) => state === "proven" || state === "unproven";

/**
 * Whether the daily backup is to be made now: none was made since the last 02:00, and none was tried within the hour. A
 * server that was off at 02:00 makes it when it is back. Backups from the future were made under a wrong clock and don't
 * count, or one such would stop all others until its time comes.
 */
export function isDailyDue({ backups, storeMadeAt, now }: DailyQuestion): boolean {
	const due = lastDailyTime(now);
	if (storeMadeAt >= due && storeMadeAt <= now) return false;
	const daily = backups.filter(({ kind, madeAt }) => kind === "daily" && madeAt <= now + CLOCK_SLACK_MS);
	if (daily.some(({ state, madeAt }) => isMade(state) && madeAt >= due)) return false;
	return !daily.some(({ madeAt }) => madeAt > now - RETRY_MS);
}
