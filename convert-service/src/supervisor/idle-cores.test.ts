import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { IdleCores } from "./idle-cores.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("cores are idle as long as no conversion works on them", async () => {
	await using cores = new IdleCores(3);
	expect(cores.count()).toBe(3);
	const conversions = [cores.occupy(), cores.occupy(), cores.occupy(), cores.occupy()];
	expect(cores.count()).toBe(0);
	for (const conversion of conversions.slice(1)) conversion[Symbol.dispose]();
	expect(cores.count()).toBe(0);
	vi.advanceTimersByTime(50);
	expect(cores.count()).toBe(2);
});

test("after the last conversion one core is left to the next for a moment, and then all may be used", async () => {
	await using cores = new IdleCores(2);
	const told: number[] = [];
	cores.onMore(() => told.push(cores.count()));
	cores.occupy()[Symbol.dispose]();
	vi.advanceTimersByTime(50);
	expect(told).toEqual([1]);
	expect(cores.countCalm()).toBe(0);
	vi.advanceTimersByTime(1_000);
	expect(told).toEqual([1, 2]);
	expect(cores.countCalm()).toBe(2);
});

test("a conversion that follows at once takes the moment away", async () => {
	await using cores = new IdleCores(2);
	cores.occupy()[Symbol.dispose]();
	const next = cores.occupy();
	vi.advanceTimersByTime(1_000);
	next[Symbol.dispose]();
	vi.advanceTimersByTime(50);
	expect(cores.count()).toBe(1);
});

test("cores are calm when no conversion has begun or ended for a moment", async () => {
	await using cores = new IdleCores(2);
	using _long = cores.occupy();
	expect([cores.count(), cores.countCalm()]).toEqual([1, 0]);
	vi.advanceTimersByTime(1_000);
	expect([cores.count(), cores.countCalm()]).toEqual([1, 1]);
	cores.occupy()[Symbol.dispose]();
	vi.advanceTimersByTime(50);
	expect([cores.count(), cores.countCalm()]).toEqual([1, 0]);
});

test("what is put off waits for an idle core, but not for long", async () => {
	await using cores = new IdleCores(1);
	const done: string[] = [];
	const note = (word: string) => async () => void done.push(word);
	const first = cores.occupy();
	cores.putOff(note("late"));
	expect(done).toEqual([]);
	await vi.advanceTimersByTimeAsync(2_000);
	expect(done).toEqual(["late"]);
	{
		using _second = cores.occupy();
		cores.putOff(note("soon"));
	}
	expect(done).toEqual(["late"]);
	first[Symbol.dispose]();
	await vi.advanceTimersByTimeAsync(400);
	expect(done).toEqual(["late", "soon"]);
});

test("what has come together is done while all work", async () => {
	await using cores = new IdleCores(1);
	using _working = cores.occupy();
	let done = 0;
	for (let count = 0; count < 12; count++)
		cores.putOff(async () => {
			done += 1;
		});
	await vi.advanceTimersByTimeAsync(20);
	expect(done).toBe(4);
});

test("nothing that was put off is left when it ends", async () => {
	const cores = new IdleCores(1);
	const done: string[] = [];
	using _working = cores.occupy();
	cores.putOff(async () => void done.push("rest"));
	await cores[Symbol.asyncDispose]();
	expect(done).toEqual(["rest"]);
});
