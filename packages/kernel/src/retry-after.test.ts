import { describe, expect, test } from "vitest";
import { CairnError } from "./cairn-error.ts";
import { retryAfterDetails, retryAfterMs, retryAfterSeconds } from "./retry-after.ts";

const NOW = Date.parse("2026-11-30T12:00:00Z");

describe("how long a server wants to be left alone", () => {
	test.each([
		["7", 7],
		[" 7 ", 7],
		["0", 0],
		["999999", 3600],
		["Mon, 30 Nov 2026 12:00:09 GMT", 9],
		["Mon, 30 Nov 2026 11:00:00 GMT", 0],
		["soon", undefined],
		["-1", 0],
		[null, undefined],
	])("is read from the header %j", (header, seconds) => {
		expect(retryAfterSeconds(header, NOW)).toBe(seconds);
	});

	test.each([
		[new CairnError("rate_limited", "Slowly.", retryAfterDetails(7)), 7_000],
		[new CairnError("rate_limited", "Slowly.", retryAfterDetails(undefined)), 0],
		[new CairnError("rate_limited", "Slowly.", { retry_after_seconds: 1e9 }), 3_600_000],
		[new CairnError("rate_limited", "Slowly.", { retry_after_seconds: "7" }), 0],
		[new Error("7"), 0],
	])("goes along with an error: %o", (error, ms) => {
		expect(retryAfterMs(error)).toBe(ms);
	});
});
