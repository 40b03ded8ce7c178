import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	CONFIDENCE_FLOOR,
	confidenceAt,
	DAY_MS,
	type Decaying,
	HALF_LIFE_DAYS,
	reachesStalenessAt,
	stalenessAt,
} from "./decay.ts";
import { VOLATILITIES, type Volatility } from "./vocabulary.ts";

const NOW = Date.UTC(2026, 0, 15, 12);
const claim = (volatility: Volatility, confidence: number): Decaying => ({
	volatility,
	confidence,
	since: NOW,
});

describe("confidence", () => {
	test.each([
		["stable", 365],
		["slow", 30],
		["volatile", 7],
	] as const)("halves in each half-life: %s in %i days", (volatility, days) => {
		const at = (halfLives: number) => confidenceAt(claim(volatility, 0.8), NOW + halfLives * days * DAY_MS);
		expect(HALF_LIFE_DAYS[volatility]).toBe(days);
		expect(at(0)).toBe(0.8);
		expect(at(1)).toBe(0.4);
		expect(at(3)).toBe(0.1);
	});

	test.each([
		["stays at the floor", 0.8, 100, 0.05, 1 - 0.05 / 0.8],
		["is never raised to the floor", 0.03, 100, 0.03, 0],
		["is what was given at the floor itself", 0.05, 100, 0.05, 0],
		["is whole", 1, 1, 0.5, 0.5],
		["was never there", 0, 0, 0, 1],
		["was never there, and later", 0, 9, 0, 1],
	])("%s: %f after %i half-lives", (_name, confidence, halfLives, left, staleness) => {
		const at = NOW + halfLives * 7 * DAY_MS;
		expect(confidenceAt(claim("volatile", confidence), at)).toBe(left);
		expect(stalenessAt(claim("volatile", confidence), at)).toBeCloseTo(staleness, 12);
	});

	test("a clock before the claim counts as now", () => {
		expect(confidenceAt(claim("volatile", 0.8), NOW - 365 * DAY_MS)).toBe(0.8);
		expect(stalenessAt(claim("volatile", 0.8), NOW - 1)).toBe(0);
	});
});

describe("the instant of a staleness", () => {
	test.each([
		["half of it, in one half-life", 0.8, 0.5, 7 * DAY_MS],
		["three quarters, in two", 0.8, 0.75, 14 * DAY_MS],
		["none of it, at once", 0.8, 0, 0],
		["of no confidence, at once", 0, 1, 0],
		["the floor's own", 0.1, 0.5, 7 * DAY_MS],
		["what the floor keeps it from", 0.09, 0.5, undefined],
		["all of it, which never is", 1, 1, undefined],
	])("%s", (_name, confidence, staleness, after) => {
		const at = reachesStalenessAt(claim("volatile", confidence), staleness);
		expect(at).toBe(after === undefined ? undefined : NOW + after);
	});
});

const anyClaim = fc.record({
	volatility: fc.constantFrom(...VOLATILITIES),
	confidence: fc.double({ min: 0, max: 1, noNaN: true }),
	since: fc.integer({ min: 0, max: NOW }),
});
const anyTime = fc.integer({ min: 0, max: 2 * NOW });

test("confidence only ever falls, staleness only ever rises, both within their bounds", () => {
	fc.assert(
		fc.property(anyClaim, anyTime, anyTime, (one, a, b) => {
			const [early, late] = a < b ? [a, b] : [b, a];
			expect(confidenceAt(one, late)).toBeLessThanOrEqual(confidenceAt(one, early));
			expect(stalenessAt(one, late)).toBeGreaterThanOrEqual(stalenessAt(one, early));
			expect(confidenceAt(one, late)).toBeLessThanOrEqual(one.confidence);
			expect(confidenceAt(one, late)).toBeGreaterThanOrEqual(Math.min(CONFIDENCE_FLOOR, one.confidence));
			expect(stalenessAt(one, late)).toBeGreaterThanOrEqual(0);
			expect(stalenessAt(one, late)).toBeLessThanOrEqual(1);
		}),
	);
});

test("a claim is below a staleness until its instant, and at it from then on", () => {
	const threshold = fc.double({ min: 0.01, max: 0.94, noNaN: true });
	fc.assert(
		fc.property(anyClaim, threshold, (one, staleness) => {
			const at = reachesStalenessAt(one, staleness);
			if (at === undefined) {
				expect(stalenessAt(one, Number.MAX_SAFE_INTEGER)).toBeLessThan(staleness);
			} else {
				expect(stalenessAt(one, at + 1)).toBeGreaterThanOrEqual(staleness);
				if (at > one.since) expect(stalenessAt(one, at - 2)).toBeLessThan(staleness);
			}
		}),
	);
});
