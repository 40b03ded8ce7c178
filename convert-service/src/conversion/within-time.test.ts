import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { reasonOf } from "../conversion-error.ts";
import { withinTime } from "./within-time.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new AbortController().signal;

/** Waits, then works, and ends when it is told to. */
const work = (waitMs: number) => async (signal: AbortSignal, started: () => void) => {
	await new Promise((resolve) => setTimeout(resolve, waitMs));
	signal.throwIfAborted();
	started();
	await new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("ended"))));
};

describe("an answer that takes too long", () => {
	test.each([
		["works too long, when it got its turn at once", 0, "timeout"],
		["works too long, when it waited a little", 4_000, "timeout"],
		["waited too long, when most of the time went with that", 6_000, "busy"],
		["waited too long, when it never got its turn", 60_000, "busy"],
	])("%s", async (_name, waitMs, reason) => {
		const outcome = withinTime(never, 10_000, work(waitMs)).catch(reasonOf);
		await vi.advanceTimersByTimeAsync(60_000);
		expect(await outcome).toBe(reason);
	});

	test("is given up when its client leaves", async () => {
		const leaving = new AbortController();
		const outcome = withinTime(leaving.signal, 10_000, work(0)).catch((error) => error);
		await vi.advanceTimersByTimeAsync(10);
		leaving.abort("left");
		expect(await outcome).toBe("left");
	});
});

test("what fails by itself says so itself", async () => {
	const outcome = withinTime(never, 10_000, async () => {
		throw new Error("itself");
	});
	await expect(outcome).rejects.toThrow("itself");
});
