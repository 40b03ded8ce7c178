// Loaded into a server that is soaked, ahead of its program: at a signal it collects its garbage and writes what memory is
// left as a line of its log; at another one it first writes a snapshot of its heap where SOAK_SNAPSHOT says.
import { renameSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString, writeHeapSnapshot } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");
const file = process.env.SOAK_SNAPSHOT;

process.on("SIGUSR2", async () => {
	await settle();
	report();
});

process.on("SIGWINCH", async () => {
	await settle();
	renameSync(writeHeapSnapshot(`${file}.part`), file);
	report();
});

/** What a finalizer lets go is garbage of the next collection. */
async function settle() {
	for (let n = 0; n < 4; n++) {
		collectGarbage();
		await setImmediate();
	}
}

function report() {
	process.stderr.write(`${JSON.stringify({ msg: "memory", heapTotal: process.memoryUsage().heapTotal })}\n`);
}
