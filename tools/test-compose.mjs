// Builds the images of compose.yaml and drives the running appliance as its users do: with the Docker engine that is there,
// or, on Debian as root without one, with an engine that is brought along. Ends with one plain line with the counts.
import "./node-version.mjs";
import { spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { checkout, inCheckout } from "./checkout.mjs";
import { installEngines } from "./engines.mjs";
import { withLock } from "./lock.mjs";
import { progress } from "./progress.mjs";
import { run, tryRun } from "./run.mjs";
import { setUp } from "./setup.mjs";
import { exitOnError, SetupError } from "./setup-error.mjs";
import { readStamp } from "./stamp.mjs";
import { countTests } from "./test-report.mjs";

const OWN_ENGINE = inCheckout("e2e", "compose", "own-engine.sh");
const CACHE = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache"), "cairn");
const FOLDER = path.join(CACHE, "docker");
const PROJECT = "cairn-test";
/** A build fetches packages from afar; what was built already isn't built again. */
const BUILDS = 3;
const PAUSE_MS = 10_000;

/** Whether somebody wants this to stop: what it runs is then stopped, and the engine and the containers are put away. */
let stopped = false;

await exitOnError(async () => {
	const { passed, failed } = await testAppliance();
	process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
	return failed === 0 ? 0 : 1;
});

async function testAppliance() {
	await setUp();
	// The owner's browser.
	await installEngines();
	mkdirSync(CACHE, { recursive: true });
	// Engine, project and ports are one a machine.
	return withLock(
		path.join(CACHE, "docker.lock"),
		async () => {
			for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
				process.on(signal, () => {
					stopped = true;
				});
			}
			const engine = await findEngine();
			const env = { ...engine.environment, COMPOSE_PROJECT_NAME: PROJECT };
			try {
				await progress("building the images, some 10 minutes once", () => build(env));
				if (stopped) throw new SetupError("stopped before the tests began.");
				return await runTests(env);
			} finally {
				try {
					await takeDown(env);
				} finally {
					await engine.stop();
				}
			}
		},
		{ waiting: "waiting for another run of these tests on this machine" },
	);
}

async function findEngine() {
	const { code } = await tryRun("docker", ["compose", "version"]);
	const { code: unreachable } = await tryRun("docker", ["version"]);
	if (code === 0 && unreachable === 0) return { environment: {}, stop: () => {} };
	const started = await progress("starting a Docker engine, some 3 minutes once", () =>
		tryRun("bash", [OWN_ENGINE, "start", FOLDER]),
	);
	if (started.code !== 0) {
		await stopOwnEngine();
		const sentence =
			"the appliance is tested with Docker and its Compose 2.26 or newer. Start Docker, or run this on Debian as root, where an engine is brought along.";
		throw new SetupError(sentence, started.output);
	}
	const lines = started.output.split("\n").filter((line) => /^(PATH|DOCKER_HOST|DOCKER_CONFIG)=/.test(line));
	return {
		environment: Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2))),
		stop: stopOwnEngine,
	};
}

async function stopOwnEngine() {
	const { code, output } = await tryRun("bash", [OWN_ENGINE, "stop", FOLDER]);
	if (code !== 0)
		process.stderr.write(`${output}cairn: the Docker engine of the tests could not be stopped.\n`);
}

async function build(env, left = BUILDS - 1) {
	const failure = "the images of compose.yaml could not be built; the output above says why.";
	try {
		await run("docker", ["compose", "--profile", "*", "build"], { env, failure });
	} catch (error) {
		if (left === 0 || stopped) throw error;
		process.stderr.write("cairn: building the images failed; trying again\n");
		await sleep(PAUSE_MS);
		await build(env, left - 1);
	}
}

/** Also what a test that was stopped left running. */
async function takeDown(env) {
	const down = ["compose", "--profile", "*", "down", "--volumes", "--remove-orphans"];
	await run("docker", down, {
		env,
		failure: "the containers could not be removed; the output above says why.",
	});
}

async function runTests(env) {
	const report = inCheckout(".test", "compose.json");
	rmSync(report, { force: true });
	const vitest = inCheckout("node_modules", "vitest", "vitest.mjs");
	const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
	const child = spawn(process.execPath, [vitest, "run", "--project", "compose", ...reporters], {
		cwd: checkout,
		env: { ...process.env, ...env },
		stdio: "inherit",
	});
	const stop = (signal) => child.kill(signal);
	process.once("SIGTERM", stop);
	const code = await new Promise((resolve, reject) => {
		child.once("error", reject);
		child.once("exit", (exitCode) => resolve(exitCode ?? 1));
	});
	process.off("SIGTERM", stop);
	const { testResults, ...counts } = readStamp(report);
	const counted = countTests(testResults === undefined ? undefined : { testResults, ...counts }, code);
	// Nothing may go untested: after a first failure the rest is left out.
	return { passed: counted.passed, failed: counted.failed + counted.skipped };
}
