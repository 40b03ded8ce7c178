import { expect, test } from "vitest";
import { coalesce } from "./coalesce.ts";

test("who asks during a run gets the result of one that started afterwards, all the same one", async () => {
	let runs = 0;
	const finish: (() => void)[] = [];
	const task = coalesce(() => {
		const run = ++runs;
		return new Promise<number>((resolve) => finish.push(() => resolve(run)));
	});
	const first = task();
	const [second, third] = [task(), task()];
	finish.shift()?.();
	expect(await first).toBe(1);
	await Promise.resolve();
	finish.shift()?.();
	expect(await Promise.all([second, third])).toEqual([2, 2]);
	const fourth = task();
	finish.shift()?.();
	expect(await fourth).toBe(3);
});

test("a run that fails doesn't stop the next", async () => {
	let runs = 0;
	const task = coalesce(async () => {
		if (++runs === 1) throw new Error("once");
		return runs;
	});
	const [first, second] = [task(), task()];
	await expect(first).rejects.toThrow("once");
	expect(await second).toBe(2);
});
