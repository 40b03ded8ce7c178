import { setTimeout as wait } from "node:timers/promises";
import { type LogStreamOptions, logStream } from "./log-stream.ts";
import { ProgressLines, type ScriptProgress } from "./progress-lines.ts";
import type { ScriptEnd, StopReason } from "./script-result.ts";
import type { StartedScript } from "./start-script.ts";
import { stopRun } from "./stop-run.ts";
import { watchDescendants } from "./watch-descendants.ts";

const GRACE_MS = 2000;
/** How long what a script left running may still write to its streams after it ended, milliseconds. */
const LINGER_MS = 1000;

export interface FollowScriptOptions extends Bounds {
	/** What its processes have in their environment, and no others. */
	readonly mark: string;
	readonly onProgress?: ((progress: ScriptProgress) => void) | undefined;
	readonly out: LogStreamOptions;
	readonly error: LogStreamOptions;
}

interface Bounds {
	readonly signal: AbortSignal;
	readonly timeoutMs: number;
}

/** Takes a script's streams in until it ends; stops it with all that it started at its time limit or its cancellation. */
export async function followScript(
	started: StartedScript,
	{ mark, onProgress, out, error, ...bounds }: FollowScriptOptions,
): Promise<ScriptEnd> {
	const progress = onProgress && new ProgressLines(onProgress);
	// At once: what nobody reads from its first moment on is lost.
	const streams = Promise.all([
		logStream(started.stdout, out),
		logStream(started.stderr, { ...error, onChunk: progress && ((chunk) => progress.push(chunk)) }),
	]);
	const watch = started.supervisor === undefined ? watchDescendants(started.pid) : undefined;
	const stopped = await endedOrStopped(started, bounds);
	watch?.end();
	const left = stopped && (await stopRun({ ...started, mark, known: watch?.known, graceMs: GRACE_MS }));
	const over = new AbortController();
	await Promise.race([
		streams,
		wait(LINGER_MS, undefined, { signal: over.signal, ref: false }).catch(() => {}),
	]);
	over.abort();
	started.stdout.destroy();
	started.stderr.destroy();
	await streams;
	if (left || stopped === "unsupervised") return { code: null, signal: null, stopped, left };
	return { ...(await started.exited), stopped, left };
}

/** Waits until a script ends; tells why it has to be stopped when it doesn't. */
async function endedOrStopped(
	{ exited }: StartedScript,
	{ signal, timeoutMs }: Bounds,
): Promise<StopReason | undefined> {
	let timer: NodeJS.Timeout | undefined;
	let onAbort = () => {};
	const stop = new Promise<StopReason>((resolve) => {
		timer = setTimeout(() => resolve("time limit"), timeoutMs);
		onAbort = () => resolve("cancelled");
		signal.addEventListener("abort", onAbort, { once: true });
		if (signal.aborted) onAbort();
	});
	const over = exited.then(({ unsupervised }) => (unsupervised ? "unsupervised" : undefined));
	try {
		return await Promise.race([over, stop]);
	} finally {
		clearTimeout(timer);
		signal.removeEventListener("abort", onAbort);
	}
}
