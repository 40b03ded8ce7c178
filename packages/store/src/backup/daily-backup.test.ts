import { describe, expect, test } from "vitest";
import type { Backup } from "./backup-record.ts";
import { isDailyDue, lastDailyTime } from "./daily-backup.ts";

/** An instant of this machine's own time, whichever its zone. */
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).getTime();
const daily = (madeAt: number, state: Backup["state"] = "proven"): Backup => ({
	name: "",
	kind: "daily",
	state,
	madeAt,
});

test.each([
	["after it", at(30, 12), at(30, 2)],
	["at it", at(30, 2), at(30, 2)],
	["before it", at(30, 1, 59), at(29, 2)],
])("the last daily time, %s", (_when, now, expected) => expect(lastDailyTime(now)).toBe(expected));

describe("the daily backup", () => {
	const storeMadeAt = at(1, 12);
	test.each([
		["there is none", [], at(30, 3), true],
		["yesterday's is the last", [daily(at(29, 2, 1))], at(30, 2), true],
		["today's is there", [daily(at(30, 2, 1))], at(30, 2, 30), false],
		["the server was off at its time", [daily(at(28, 2))], at(30, 9), true],
		["today's failed just now", [daily(at(30, 2, 1), "failed")], at(30, 2, 30), false],
		["today's failed an hour ago", [daily(at(30, 2, 1), "failed")], at(30, 3, 2), true],
		["one was made by hand", [{ ...daily(at(30, 2, 1)), kind: "manual" as const }], at(30, 3), true],
		["one is of a wrong clock's future", [daily(at(30, 2) + 365 * 86_400_000)], at(30, 3), true],
	])("when %s: due is %4$s", (_when, backups, now, due) =>
		expect(isDailyDue({ backups, storeMadeAt, now })).toBe(due),
	);

	test("a store that was made since the last time waits for the next", () => {
		expect(isDailyDue({ backups: [], storeMadeAt: at(30, 9), now: at(30, 12) })).toBe(false);
		expect(isDailyDue({ backups: [], storeMadeAt: at(30, 9), now: at(31, 2) })).toBe(true);
	});

	test("a store that seems to be made in the future is backed up all the same", () =>
		expect(isDailyDue({ backups: [], storeMadeAt: at(30, 20), now: at(30, 12) })).toBe(true));
});
