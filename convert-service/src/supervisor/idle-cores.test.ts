import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { IdleCores } from "./idle-cores.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("cores are idle as long as no conversion works on them", () => {
	using cores = new IdleCores(3);
	expect(cores.count()).toBe(3);
	const conversions = [cores.occupy(), cores.occupy(), cores.occupy(), cores.occupy()];
	expect(cores.count()).toBe(0);
	for (const conversion of conversions.slice(1)) conversion[Symbol.dispose]();
	expect(cores.count()).toBe(2);
});

test("after the last conversion one core is left to the next for a moment, and then all may be used", () => {
	using cores = new IdleCores(2);
	const told: number[] = [];
	cores.onMore(() => told.push(cores.count()));
	cores.occupy()[Symbol.dispose]();
	expect(told).toEqual([1]);
	vi.advanceTimersByTime(1_000);
	expect(told).toEqual([1, 2]);
});

test("a conversion that follows at once takes the moment away", () => {
	using cores = new IdleCores(2);
	cores.occupy()[Symbol.dispose]();
	const next = cores.occupy();
	vi.advanceTimersByTime(1_000);
	next[Symbol.dispose]();
	expect(cores.count()).toBe(1);
});
