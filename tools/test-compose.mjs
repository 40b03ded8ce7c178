// Builds the images of compose.yaml and drives the running appliance as its users do: with the Docker engine that is there,
// or, on Debian as root without one, with an engine that is brought along.
import "./node-version.mjs";
import { spawn } from "node:child_process";
import { homedir } from "node:os";
import path from "node:path";
import { checkout, inCheckout } from "./checkout.mjs";
import { installEngines } from "./engines.mjs";
import { progress } from "./progress.mjs";
import { run, tryRun } from "./run.mjs";
import { setUp } from "./setup.mjs";
import { exitOnError, SetupError } from "./setup-error.mjs";

const OWN_ENGINE = inCheckout("e2e", "compose", "own-engine.sh");
const FOLDER = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache"), "cairn", "docker");
const PROJECT = "cairn-test";

await exitOnError(main);

async function main() {
	await setUp();
	// The owner's browser.
	await installEngines();
	const engine = await findEngine();
	try {
		const env = { ...engine.environment, COMPOSE_PROJECT_NAME: PROJECT };
		const failure = "the images of compose.yaml could not be built; the output above says why.";
		await progress("building the images, some 10 minutes once", () =>
			run("docker", ["compose", "build"], { env, failure }),
		);
		return await runTests(env);
	} finally {
		await engine.stop();
	}
}

async function findEngine() {
	const { code } = await tryRun("docker", ["compose", "version"]);
	const { code: unreachable } = await tryRun("docker", ["version"]);
	if (code === 0 && unreachable === 0) return { environment: {}, stop: () => {} };
	const started = await progress("starting a Docker engine, some 3 minutes once", () =>
		tryRun("bash", [OWN_ENGINE, "start", FOLDER]),
	);
	if (started.code !== 0) {
		const sentence =
			"the appliance is tested with Docker and its Compose 2.26 or newer. Start Docker, or run this on Debian as root, where an engine is brought along.";
		throw new SetupError(sentence, started.output);
	}
	const lines = started.output.split("\n").filter((line) => /^(PATH|DOCKER_HOST|DOCKER_CONFIG)=/.test(line));
	return {
		environment: Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2))),
		stop: () => tryRun("bash", [OWN_ENGINE, "stop", FOLDER]),
	};
}

function runTests(env) {
	const vitest = inCheckout("node_modules", "vitest", "vitest.mjs");
	const child = spawn(process.execPath, [vitest, "run", "--project", "compose"], {
		cwd: checkout,
		env: { ...process.env, ...env },
		stdio: "inherit",
	});
	return new Promise((resolve, reject) => {
		child.once("error", reject);
		child.once("exit", (code) => resolve(code ?? 1));
	});
}
