import { expect, onTestFinished, test, vi } from "vitest";
import { isAlive, startProgram } from "./started-program.ts";

const STARTS_ANOTHER = `
	import { spawn } from "node:child_process";
	import { endsWithTests } from "./e2e/ends-with-tests.ts";
	const { pid } = endsWithTests(spawn("sleep", ["600"]));
	console.log("started " + pid + ".");
	setInterval(() => {}, 1_000);`;

test("a program is gone when those who run its tests are ended before they end it", async () => {
	const args = ["--import", "tsx", "--input-type=module", "--eval", STARTS_ANOTHER];
	const { child, output, ended, says } = startProgram(process.execPath, args);
	await says(".\n");
	const program = Number(/started (\d+)/.exec(output.stdout)?.[1]);
	onTestFinished(() => {
		if (isAlive(program)) process.kill(program, "SIGKILL");
	});
	expect(isAlive(program)).toBe(true);
	child.kill("SIGTERM");
	expect(await ended).toBe("SIGTERM");
	await vi.waitFor(() => expect(isAlive(program)).toBe(false));
});
