import { CONFIDENCE_FLOOR, confidenceAt, DAY_MS } from "@cairn/claims";
import { describe, expect, test } from "vitest";
import { decayCurve } from "./decay-curve.ts";

const claim = { volatility: "volatile", confidence: 0.8, since: 1_000_000 } as const;

describe("the curve of a decay", () => {
	test("begins with what was given, falls, and is what the rule says at each point", () => {
		const { points, from, until } = decayCurve(claim, []);
		expect(points[0]).toEqual({ at: claim.since, confidence: 0.8 });
		expect([points[0]?.at, points.at(-1)?.at]).toEqual([from, until]);
		for (const [index, { at, confidence }] of points.entries()) {
			expect(confidence).toBe(confidenceAt(claim, at));
			expect(confidence).toBeLessThanOrEqual(points[index - 1]?.confidence ?? 1);
		}
	});

	test("reaches beyond every instant that is marked on it", () => {
		const ahead = claim.since + 400 * DAY_MS;
		const { until, points } = decayCurve(claim, [claim.since, ahead]);
		expect(until).toBeGreaterThan(ahead);
		expect(points.at(-1)?.confidence).toBe(CONFIDENCE_FLOOR);
	});

	test("knows where half is gone", () => {
		const { half } = decayCurve(claim, []);
		expect(half?.at).toBe(claim.since + 7 * DAY_MS);
		expect(half?.confidence).toBeCloseTo(0.4, 12);
	});

	test.each([0.09, 0.05, 0.01, 0])(
		"of a confidence of %f has no half, as the floor comes first",
		(confidence) => {
			const curve = decayCurve({ ...claim, confidence }, []);
			expect(curve.half).toBeUndefined();
			expect(curve.floor).toBe(Math.min(confidence, CONFIDENCE_FLOOR));
			expect(curve.points.every((point) => Number.isFinite(point.at))).toBe(true);
		},
	);
});
