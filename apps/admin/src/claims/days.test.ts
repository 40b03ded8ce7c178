import { describe, expect, test } from "vitest";
import { parseAsOf } from "./as-of.ts";
import { dayOf, dayStart, dayText, monthText, parseDay, parseMonth } from "./days.ts";
import { monthGrid } from "./month-grid.ts";

describe("a date in an address", () => {
	test.each(["2026-02-29", "2026-13-01", "2026-00-10", "26-01-01", "2026-1-1", "soon", "", undefined])(
		"%j is none",
		(text) => {
			expect(parseDay(text)).toBeUndefined();
		},
	);

	test.each(["2024-02-29", "2026-11-30", "0001-01-01", "9999-12-31"])("%s comes back as it was", (text) => {
		const day = parseDay(text);
		expect(day).toBeDefined();
		if (day !== undefined) expect(dayText(dayStart(day))).toBe(text);
	});

	test("of a month is its first day", () => {
		expect(parseMonth("2026-11")).toEqual({ year: 2026, month: 11, day: 1 });
		expect(parseMonth("2026-13")).toBeUndefined();
		expect(parseMonth("2026-11-01")).toBeUndefined();
	});
});

describe("the instant of a page", () => {
	const now = dayStart({ year: 2026, month: 3, day: 3 }) + 3_600_000;

	test.each<[string | undefined, number, string | undefined, object?]>([
		["7", now + 7 * 86_400_000, "7"],
		["90", now + 90 * 86_400_000, "90"],
		["2026-03-04", dayStart({ year: 2026, month: 3, day: 4 }), "2026-03-04"],
		["2026-03-03", now, undefined],
		["1999-01-01", now, undefined, { text: "1999-01-01", isOver: true }],
		["8", now + 8 * 86_400_000, "8"],
		["3650", now + 3_650 * 86_400_000, "3650"],
		["3651", now, undefined, { text: "3651", isOver: false }],
		["0", now, undefined],
		["07", now, undefined, { text: "07", isOver: false }],
		["-7", now, undefined, { text: "-7", isOver: false }],
		["1.5", now, undefined, { text: "1.5", isOver: false }],
		["constructor", now, undefined, { text: "constructor", isOver: false }],
		["", now, undefined],
		[undefined, now, undefined],
	])(
		"for asof=%s is never before now, and says what it could not be",
		(text, at, value, refused?: object) => {
			expect(parseAsOf(text, now)).toEqual({ at, value, refused });
		},
	);
});

describe("a month", () => {
	test.each([
		[2026, 11, 6, 30, 6],
		[2026, 2, 6, 28, 1],
		[2027, 2, 0, 28, 0],
		[2024, 2, 3, 29, 3],
		[2026, 12, 1, 31, 3],
	])(
		"%i-%i has %i days of the week before it, %i days, and %i behind",
		(year, month, before, days, after) => {
			const grid = monthGrid({ year, month });
			expect([grid.before, grid.days.length, grid.after]).toEqual([before, days, after]);
		},
	);

	test("has days that follow each other without a gap, up to the next month", () => {
		const { days } = monthGrid({ year: 2026, month: 10 });
		for (const [index, { until }] of days.slice(0, -1).entries()) expect(until).toBe(days[index + 1]?.from);
		expect(monthText(days.at(-1)?.until ?? 0)).toBe("2026-11");
		expect(dayOf(days[0]?.from ?? 0)).toEqual({ year: 2026, month: 10, day: 1 });
	});
});
