import { describe, expect, test, vi } from "vitest";
import { SparePool } from "./spare-pool.ts";

const never = new AbortController().signal;

interface Settings {
	size?: number;
	makers?: number;
	idleMakers?: (isLow: boolean) => number;
	fails?: () => boolean;
	dead?: Set<number>;
}

function numbers(settings: Settings = {}) {
	const { size = 2, makers = 2, idleMakers = () => 1, fails = () => false, dead = new Set() } = settings;
	const disposed: number[] = [];
	let made = 0;
	const pool = new SparePool<number>({
		size,
		makers,
		idleMakers,
		make: async () => {
			if (fails()) throw new Error("can't be made");
			return ++made;
		},
		dispose: async (spare) => void disposed.push(spare),
		isAlive: (spare) => !dead.has(spare),
	});
	return { pool, disposed, made: () => made };
}

describe("a pool of spares", () => {
	test("gives what is ready, and makes the next when told", async () => {
		const { pool, made } = numbers();
		await pool.fill();
		expect([await pool.take(never), pool.ready, made()]).toEqual([1, 1, 2]);
		pool.refill();
		await vi.waitFor(() => expect(pool.ready).toBe(2));
	});

	test("makes none ahead while those that work need the cores, but one for whoever waits", async () => {
		let idle = 0;
		const { pool, made } = numbers({ size: 1, idleMakers: () => idle });
		await pool.fill();
		await pool.take(never);
		pool.refill();
		expect([await pool.take(never), made()]).toEqual([2, 2]);
		idle = 1;
		pool.refill();
		await vi.waitFor(() => expect(pool.ready).toBe(1));
	});

	test("says when few are left, so that more are made in spite of a burst", async () => {
		const { pool } = numbers({ size: 4, idleMakers: (isLow) => (isLow ? 1 : 0) });
		await pool.fill();
		for (let count = 0; count < 2; count++) await pool.take(never);
		pool.refill();
		expect(pool.ready).toBe(2);
		await pool.take(never);
		pool.refill();
		await vi.waitFor(() => expect(pool.ready).toBe(2));
	});

	test("makes one for whoever finds none", async () => {
		const { pool } = numbers({ size: 0 });
		expect(await Promise.all([pool.take(never), pool.take(never), pool.take(never)])).toEqual([1, 2, 3]);
	});

	test("gives none that has died while it waited", async () => {
		const { pool, disposed } = numbers({ dead: new Set([1]) });
		await pool.fill();
		expect(await pool.take(never)).toBe(2);
		expect(disposed).toEqual([1]);
	});

	test("tells all who wait when none can be made", async () => {
		const { pool } = numbers({ fails: () => true, makers: 1 });
		const takers = [pool.take(never), pool.take(never)];
		const outcomes = await Promise.allSettled(takers);
		expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
	});

	test("lets go of who stops waiting, and keeps what was made for them", async () => {
		const { pool } = numbers({ size: 1 });
		const leaving = new AbortController();
		const taker = pool.take(leaving.signal);
		leaving.abort(new Error("left"));
		await expect(taker).rejects.toThrow("left");
		await vi.waitFor(() => expect(pool.ready).toBeGreaterThan(0));
	});

	test("disposes of all that is left", async () => {
		const { pool, disposed } = numbers();
		await pool.fill();
		await pool[Symbol.asyncDispose]();
		expect(disposed.sort()).toEqual([1, 2]);
	});
});
