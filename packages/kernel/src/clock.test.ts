import { expect, test } from "vitest";
import { isWithin, utcDay } from "./clock.ts";

test("an instant falls into its UTC day, whatever day was asked before", () => {
	const instants = [
		"2026-01-15T23:59:59.999Z",
		"2026-01-16T00:00:00.000Z",
		"1969-12-31T23:59:59Z",
		"2026-01-15T00:00:00Z",
	];
	expect(instants.map((instant) => utcDay(Date.parse(instant)))).toEqual([
		"2026-01-15",
		"2026-01-16",
		"1969-12-31",
		"2026-01-15",
	]);
});

test.each([
	["at the instant", 1_000, true],
	["just before the end", 1_499, true],
	["at the end", 1_500, false],
	["long after", 99_000, false],
	["when the clock was set back behind it", 999, false],
])("%s it is within the time or not", (_when, now, expected) => {
	expect(isWithin(500, { since: 1_000, now })).toBe(expected);
});
