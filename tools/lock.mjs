// One set-up at a time in a checkout. The holder touches the lock every second; one that was seen not to do so for a while is
// dead (killed, or in a container that is gone), and its lock is taken over. The lock's time is only compared with what it was
// before: that of a file server is no time of ours, and clocks are set.
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { progress } from "./progress.mjs";

const STALE_MS = 15_000;
const WAITING = "waiting for another set-up of this checkout";

/** Runs `work` while holding the lock file; waits for another holder as long as that one lives, and says so. */
export async function withLock(file, work, { waiting = WAITING, staleMs = STALE_MS } = {}) {
	const isStale = watchHolder(staleMs);
	// Twice, as the first try may have cleared a dead holder's lock away.
	if (!tryLock(file, isStale) && !tryLock(file, isStale)) {
		await progress(waiting, () => waitForLock(file, isStale));
	}
	const touching = setInterval(touch, 1000, file);
	try {
		return await work();
	} finally {
		clearInterval(touching);
		rmSync(file, { force: true });
	}
}

async function waitForLock(file, isStale) {
	do await sleep(200);
	while (!tryLock(file, isStale));
}

function tryLock(file, isStale) {
	try {
		writeFileSync(file, JSON.stringify({ pid: process.pid, host: hostname() }), { flag: "wx" });
		return true;
	} catch (error) {
		if (error.code !== "EEXIST") throw error;
		if (isStale(file)) removeStale(file, isStale);
		return false;
	}
}

// Renamed first: of several that saw the same stale lock one moves it away. Who comes so late that he moved
// the next holder's lock instead puts it back.
function removeStale(file, isStale) {
	const aside = `${file}.${process.pid}`;
	try {
		renameSync(file, aside);
		if (!isStale(aside)) linkSync(aside, file);
	} catch (error) {
		if (error.code !== "ENOENT" && error.code !== "EEXIST") throw error;
	} finally {
		rmSync(aside, { force: true });
	}
}

/** Tells of each look at a lock whether its holder is dead, by this look and by those before. */
function watchHolder(staleMs) {
	let seen = { state: "", since: 0 };
	return (file) => {
		try {
			const { ino, mtimeMs } = statSync(file);
			const [state, now] = [`${ino} ${mtimeMs}`, performance.now()];
			if (state !== seen.state) seen = { state, since: now };
			if (now - seen.since > staleMs) return true;
			const { pid, host } = JSON.parse(readFileSync(file, "utf8"));
			return host === hostname() && !isAlive(pid);
		} catch {
			return false;
		}
	};
}

function isAlive(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error.code === "EPERM";
	}
}

function touch(file) {
	try {
		utimesSync(file, new Date(), new Date());
	} catch {
		// Someone removed it by hand; the work goes on.
	}
}
