import { execFile } from "node:child_process";
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

export interface AdjustableClock {
	/** By which a program is started that goes by this clock. */
	readonly settings: Readonly<Record<string, string>>;
	/** Sets the clock to so many days from the real one, also for programs that run. Whole days; less than 0 is the past. */
	setAheadBy(days: number): void;
}

/**
 * A clock that real programs go by and that can be set while they run, as a system's can: libfaketime stands between them
 * and the system. Time goes on as it does, and so do timers; times of files stay those of the disk.
 */
export async function adjustableClock(folder: string): Promise<AdjustableClock> {
	const file = join(folder, "clock");
	const setAheadBy = (days: number) => {
		writeFileSync(`${file}.new`, `${days < 0 ? "-" : "+"}${Math.abs(days)}d`);
		renameSync(`${file}.new`, file);
	};
	setAheadBy(0);
	const settings = {
		...(await preload()),
		FAKETIME_TIMESTAMP_FILE: file,
		FAKETIME_NO_CACHE: "1",
		FAKETIME_DONT_FAKE_MONOTONIC: "1",
		NO_FAKE_STAT: "1",
	};
	return { settings, setAheadBy };
}

/** How the system is told to put libfaketime before its own library: as the command of it does. */
async function preload(): Promise<Record<string, string>> {
	const { stdout } = await promisify(execFile)("faketime", ["-f", "+0d", "env"]);
	const lines = stdout.split("\n").filter((line) => /^(LD_PRELOAD|DYLD_\w+)=/.test(line));
	return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
}
