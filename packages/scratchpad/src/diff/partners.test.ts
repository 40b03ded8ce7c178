import { describe, expect, test } from "vitest";
import { runToEnd } from "../../test/run-to-end.ts";
import { createPartners, recordMatches, recordTrimmed } from "./partners.ts";

describe("partners", () => {
	test("begin without any", () => {
		expect([...createPartners(3)]).toEqual([-1, -1, -1]);
	});

	test("take matched lines", () => {
		const partners = createPartners(4);
		runToEnd(recordMatches(partners, { old: [0, 3], new: [2, 5] }));
		expect([...partners]).toEqual([2, -1, -1, 5]);
	});

	test("take the lines trimmed off a gap at both ends", () => {
		const partners = createPartners(6);
		const whole = { oldStart: 1, oldEnd: 6, newStart: 3, newEnd: 9 };
		recordTrimmed(partners, whole, { oldStart: 2, oldEnd: 4, newStart: 4, newEnd: 7 });
		expect([...partners]).toEqual([-1, 3, -1, -1, 7, 8]);
	});
});
