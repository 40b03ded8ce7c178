import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { shareRecent } from "./share-recent.ts";

function counted() {
	let runs = 0;
	return async () => ++runs;
}

test("those who ask within the while get the answer of one run", async () => {
	const ask = shareRecent(counted(), 60_000);
	expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
	expect(await ask()).toBe(1);
});

test("who asks after it gets a run of his own", async () => {
	const ask = shareRecent(counted(), 20);
	await ask();
	await wait(40);
	expect(await ask()).toBe(2);
});

test("a run that failed is not shared on", async () => {
	let broken = true;
	const ask = shareRecent(async () => {
		if (broken) throw new Error("away");
		return "here";
	}, 60_000);
	await expect(ask()).rejects.toThrow("away");
	broken = false;
	expect(await ask()).toBe("here");
});
