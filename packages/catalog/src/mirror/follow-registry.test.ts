import { expect, test, vi } from "vitest";
import { followRegistry } from "./follow-registry.ts";

test("a flood of events asks the registry at most every 300 milliseconds", async () => {
	const asked: number[] = [];
	async function* events(signal: AbortSignal): AsyncGenerator<void> {
		while (!signal.aborted) yield;
	}
	const stop = followRegistry({
		client: { events },
		refresh: async () => asked.push(performance.now()),
		pauseMs: () => 60_000,
	});
	await vi.waitFor(() => expect(asked.length).toBeGreaterThan(3), { timeout: 10_000 });
	stop();
	const pauses = asked.slice(1).map((time, index) => time - (asked[index] ?? 0));
	// A timer may ring a little early.
	expect(Math.min(...pauses)).toBeGreaterThan(290);
});
