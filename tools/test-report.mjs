/**
 * Counts in vitest's JSON report what passed and what failed. A file that broke before its tests were known counts
 * as one failure, and so does a run that went wrong outside of any test, or that held no test at all.
 */
export function countTests(report, exitCode) {
	if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
	const brokenFiles = report.testResults.filter(isBroken).length;
	const passed = report.numPassedTests;
	const failed = report.numFailedTests + brokenFiles;
	const skipped = report.numPendingTests + report.numTodoTests;
	const wentWrong = failed === 0 && (exitCode !== 0 || passed === 0);
	return { passed, failed: wentWrong ? 1 : failed, skipped };
}

function isBroken({ status, assertionResults }) {
	return status === "failed" && !assertionResults.some((test) => test.status === "failed");
}
