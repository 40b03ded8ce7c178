// One set-up at a time in a checkout. The holder touches the lock every second; one that stopped doing so is
// dead (killed, or in a container that is gone), and its lock is taken over.
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { progress } from "./progress.mjs";

const STALE_MS = 15_000;

/** Runs `work` while holding the lock file; waits for another holder as long as that one lives, and says so. */
export async function withLock(file, work, waiting = "waiting for another set-up of this checkout") {
	// Twice, as the first try may have cleared a dead holder's lock away.
	if (!tryLock(file) && !tryLock(file)) {
		await progress(waiting, () => waitForLock(file));
	}
	const touching = setInterval(touch, 1000, file);
	try {
		return await work();
	} finally {
		clearInterval(touching);
		rmSync(file, { force: true });
	}
}

async function waitForLock(file) {
	do await sleep(200);
	while (!tryLock(file));
}

function tryLock(file) {
	try {
		writeFileSync(file, JSON.stringify({ pid: process.pid, host: hostname() }), { flag: "wx" });
		return true;
	} catch (error) {
		if (error.code !== "EEXIST") throw error;
		if (isStale(file)) removeStale(file);
		return false;
	}
}

// Renamed first: of several that saw the same stale lock one moves it away. Who comes so late that he moved
// the next holder's lock instead puts it back.
function removeStale(file) {
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

function isStale(file) {
	try {
		if (Date.now() - statSync(file).mtimeMs > STALE_MS) return true;
		const { pid, host } = JSON.parse(readFileSync(file, "utf8"));
		return host === hostname() && !isAlive(pid);
	} catch {
		return false;
	}
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
