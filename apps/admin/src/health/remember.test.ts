import { expect, test } from "vitest";
import { remember } from "./remember.ts";

test("an answer is asked for once in a while, however often it is wanted", async () => {
	let now = 0;
	let asked = 0;
	const ask = remember(async () => ++asked, { clock: { now: () => now }, forMs: 5_000 });
	expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
	now = 4_999;
	expect(await ask()).toBe(1);
	now = 5_000;
	expect(await ask()).toBe(2);
});
