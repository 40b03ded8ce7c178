import type { CairnError } from "@cairn/kernel";
import { conversionError } from "../conversion-error.ts";

/** Waits for its turn and then works; calls `started` in between. */
type Work<Result> = (signal: AbortSignal, started: () => void) => Promise<Result>;

/**
 * Runs work with a signal that fires when its time is over or the client leaves. Waiting counts: who sends a document has an
 * answer after `timeoutMs` at the latest.
 * @throws CairnError `busy` when waiting took more than half of the time, so that the same may work later, else `timeout`.
 */
export async function withinTime<Result>(
	gone: AbortSignal,
	timeoutMs: number,
	work: Work<Result>,
): Promise<Result> {
	const controller = new AbortController();
	const cameAt = performance.now();
	let startedAt: number | undefined;
	const leave = () => controller.abort(gone.reason);
	const timer = setTimeout(() => {
		const waitedMs = (startedAt ?? performance.now()) - cameAt;
		controller.abort(waitedMs > timeoutMs / 2 ? waitedTooLong(waitedMs, timeoutMs) : overTime(timeoutMs));
	}, timeoutMs);
	gone.addEventListener("abort", leave, { once: true });
	if (gone.aborted) leave();
	try {
		return await work(controller.signal, () => {
			startedAt = performance.now();
		});
	} catch (error) {
		// What an engine says while it is being ended is not why it failed.
		controller.signal.throwIfAborted();
		throw error;
	} finally {
		clearTimeout(timer);
		gone.removeEventListener("abort", leave);
	}
}

const seconds = (ms: number) => `${Math.round(ms / 100) / 10} s`;

function overTime(timeoutMs: number): CairnError {
	return conversionError(
		"timeout",
		`The conversion took longer than ${seconds(timeoutMs)} and was ended.`,
		"Split the document, or ask the owner of the service to raise CONVERT_TIMEOUT.",
	);
}

function waitedTooLong(waitedMs: number, timeoutMs: number): CairnError {
	return conversionError(
		"busy",
		`The converter is busy: of the ${seconds(timeoutMs)} that an answer may take, this document waited ${seconds(waitedMs)} for its turn.`,
		"Send it again after the seconds that Retry-After says.",
	);
}
