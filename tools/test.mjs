// `npm test`: the set-up, then everything that proves a change, and at the end one plain line with the counts.
// Arguments go to vitest: `npm test -- packages/kernel`.
import "./node-version.mjs";
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { checkout, inCheckout } from "./checkout.mjs";
import { findChromium } from "./chromium.mjs";
import { installEngines } from "./engines.mjs";
import { npm } from "./run.mjs";
import { setUp } from "./setup.mjs";
import { exitOnError, SetupError } from "./setup-error.mjs";
import { readStamp } from "./stamp.mjs";
import { countTests } from "./test-report.mjs";

const CHECKS = ["check:style", "check:types", "check:unused"];
/** Those of vitest.config.ts that need neither long nor containers; the others have commands of their own. */
const PROJECTS = ["unit", "integration", "postgresql", "browser"];

await exitOnError(async () => {
	const filters = process.argv.slice(2);
	const { passed, failed } = await testAll(filters).catch(untestable);
	process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
	return failed === 0 ? 0 : 1;
});

async function testAll(filters) {
	await setUp();
	await installEngines();
	const env = { ...process.env, CHROME: findChromium() };
	const failedChecks = CHECKS.filter((name) => call(...npm(["run", "--silent", name]), env) !== 0);
	const { passed, failed, skipped } = runVitest(filters, env);
	// A name pattern leaves tests out on purpose; without any filter nothing may go untested.
	const untested = filters.length === 0 ? skipped : 0;
	if (untested > 0)
		process.stderr.write(`\ncairn: ${untested} tests were skipped, which counts as failed.\n`);
	for (const name of failedChecks) {
		process.stderr.write(`\ncairn: npm run ${name} failed; what it found is above.\n`);
	}
	return {
		passed: passed + CHECKS.length - failedChecks.length,
		failed: failed + untested + failedChecks.length,
	};
}

function runVitest(filters, env) {
	const reportFile = inCheckout(".test", "report.json");
	rmSync(reportFile, { force: true });
	const vitest = inCheckout("node_modules", "vitest", "vitest.mjs");
	const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`];
	const exitCode = call(
		process.execPath,
		[vitest, "run", ...PROJECTS.flatMap((name) => ["--project", name]), ...reporters, ...filters],
		env,
	);
	const report = readStamp(reportFile);
	return countTests(report.testResults === undefined ? undefined : report, exitCode);
}

function call(command, args, env) {
	return (
		spawnSync(command, args, { cwd: checkout, env, stdio: "inherit", shell: command.endsWith(".cmd") })
			.status ?? 1
	);
}

function untestable(error) {
	if (!(error instanceof SetupError)) throw error;
	process.stderr.write(`${error.output}\ncairn: ${error.message}\n`);
	return { passed: 0, failed: 1 };
}
