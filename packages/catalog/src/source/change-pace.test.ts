import { expect, test } from "vitest";
import { ChangePace } from "./change-pace.ts";

const MINUTE_MS = 60_000;

/** How many contents are taken when each lasts for a time, over a span. */
function taken(lastsMs: number, spanMs: number): number {
	const pace = new ChangePace();
	let count = 0;
	let last = "";
	for (let now = 0; now < spanMs; now += 1_000) {
		const fingerprint = `content ${Math.floor(now / lastsMs)}`;
		if (pace.take("greet", fingerprint, now) && fingerprint !== last) {
			count++;
			last = fingerprint;
		}
	}
	return count;
}

test.each([
	["each second", 1_000, 60 * MINUTE_MS, 120],
	["each five seconds", 5_000, 60 * MINUTE_MS, 120],
	["each 29 seconds", 29_000, 60 * MINUTE_MS, 124],
])("a folder that changes %s is taken over at most twenty times in ten minutes", (_, lasts, span, most) => {
	expect(taken(lasts, span)).toBeLessThanOrEqual(most);
});

test("somebody who saves twelve times in a minute gets each", () => {
	expect(taken(5_000, MINUTE_MS)).toBe(12);
});

test("what stands still is taken over, however restless it was", () => {
	const pace = new ChangePace();
	for (let now = 0; now < 60_000; now += 1_000) pace.take("greet", `${now}`, now);
	expect(pace.take("greet", "final", 60_000)).toBe(false);
	expect(pace.take("greet", "final", 89_000)).toBe(false);
	expect(pace.take("greet", "final", 90_000)).toBe(true);
});

test("it is restless until ten minutes of calm, and others never are", () => {
	const pace = new ChangePace();
	for (let now = 0; now < 20_000; now += 1_000) pace.take("greet", `${now}`, now);
	pace.take("other", "one", 0);
	expect(pace.restlessAt(20_000)).toEqual(["greet"]);
	expect(pace.restlessAt(11 * MINUTE_MS)).toEqual([]);
});

test("a clock that is set back by a day holds nothing up", () => {
	const pace = new ChangePace();
	const day = 24 * 60 * MINUTE_MS;
	for (let now = day; now < day + 20_000; now += 1_000) pace.take("greet", `${now}`, now);
	expect(pace.take("greet", "waits", day + 20_000)).toBe(false);
	expect(pace.take("greet", "waits", 0)).toBe(true);
	expect(pace.restlessAt(0)).toEqual([]);
});

test("to look again at the same content costs nothing", () => {
	const pace = new ChangePace();
	for (let now = 0; now < 100; now++) expect(pace.take("greet", "same", now)).toBe(true);
	expect(pace.restlessAt(100)).toEqual([]);
});
