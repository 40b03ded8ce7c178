import { describe, expect, test } from "vitest";
import { countTests } from "./test-report.mjs";

const report = (counts, testResults = []) => ({
	numPassedTests: 0,
	numFailedTests: 0,
	numPendingTests: 0,
	numTodoTests: 0,
	testResults,
	...counts,
});

describe("the counts of a test run", () => {
	test("are vitest's own when all went well", () => {
		expect(countTests(report({ numPassedTests: 3 }), 0)).toEqual({ passed: 3, failed: 0, skipped: 0 });
	});

	test("hold each failed test once", () => {
		const file = { status: "failed", assertionResults: [{ status: "failed" }, { status: "passed" }] };
		const counts = report({ numPassedTests: 1, numFailedTests: 1 }, [file]);
		expect(countTests(counts, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 });
	});

	test("hold a file that broke before its tests were known", () => {
		const counts = report({ numPassedTests: 2 }, [{ status: "failed", assertionResults: [] }]);
		expect(countTests(counts, 1).failed).toBe(1);
	});

	test("hold what went wrong outside of any test", () => {
		expect(countTests(report({ numPassedTests: 2 }), 1).failed).toBe(1);
	});

	test("call a run without a test failed", () => {
		expect(countTests(report({}), 0).failed).toBe(1);
	});

	test("call a run without a report failed", () => {
		expect(countTests(undefined, 0).failed).toBe(1);
	});

	test("name what was skipped or only planned", () => {
		expect(countTests(report({ numPassedTests: 1, numPendingTests: 2, numTodoTests: 1 }), 0).skipped).toBe(3);
	});
});
