import { CairnError } from "@cairn/kernel";
import { expect, test, vi } from "vitest";
import { followRegistry } from "./follow-registry.ts";

test("a flood of events asks the registry once in a pause of 300 milliseconds", async () => {
	let heard = 0;
	let asked = 0;
	const pauses: { readonly ms: number; end(): void }[] = [];
	async function* events(signal: AbortSignal): AsyncGenerator<void> {
		for (; !signal.aborted; heard++) yield;
	}
	const stop = followRegistry({
		client: { events },
		refresh: async () => {
			asked++;
		},
		pauseMs: () => 60_000,
		pause: (ms) => new Promise<void>((resolve) => pauses.push({ ms, end: resolve })),
	});
	for (let round = 1; round <= 5; round++) {
		await vi.waitFor(() => expect(pauses).toHaveLength(round));
		expect(pauses.at(-1)?.ms).toBe(300);
		expect([asked, heard]).toEqual([round, round - 1]);
		pauses.at(-1)?.end();
	}
	stop();
	pauses.at(-1)?.end();
});

test("a change is heard of while an earlier one is still being fetched", async () => {
	let asked = 0;
	async function* events(): AsyncGenerator<void> {
		yield;
		yield;
		await new Promise(() => {});
	}
	const stop = followRegistry({
		client: { events },
		refresh: () => {
			asked++;
			return new Promise(() => {});
		},
		pauseMs: () => 60_000,
		pause: async () => {},
	});
	await vi.waitFor(() => expect(asked).toBe(2));
	stop();
});

test("a registry that wants to be left alone is not asked for its events before", async () => {
	const pauses: number[] = [];
	// biome-ignore lint/correctness/useYield: the registry refuses before it has sent anything.
	async function* events(): AsyncGenerator<void> {
		throw new CairnError("rate_limited", "Slowly.", { retry_after_seconds: 600 });
	}
	const stop = followRegistry({
		client: { events },
		refresh: async () => {},
		pauseMs: () => 60_000,
		pause: (ms, signal) => {
			pauses.push(ms);
			return new Promise((resolve) => signal.addEventListener("abort", resolve));
		},
	});
	await vi.waitFor(() => expect(pauses).toEqual([600_000]));
	stop();
});
