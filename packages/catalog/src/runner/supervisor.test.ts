import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as letOthersRun } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { plainProgram } from "../../test/plain-program.ts";
import { FAMILY, processesWith, uniqueSleep } from "../../test/process-family.ts";
import { installScript, runnerFixture } from "../../test/runner-fixture.ts";
import { temporaryFolder } from "../../test/scripts-on-disk.ts";

/** Has the kernel refuse PR_SET_CHILD_SUBREAPER, as some sandboxes do, and becomes the real perl; by seccomp(2). */
const WITHOUT_SUBREAPER = `exec /usr/bin/perl -e '
my $filter = pack "(SCCL)*", 0x20, 0, 0, 0, 0x15, 0, 3, $ARGV[2], 0x20, 0, 0, 16, 0x15, 0, 1, 36,
  0x06, 0, 0, 0x00050001, 0x06, 0, 0, 0x7fff0000;
syscall($ARGV[2], 38, 1, 0, 0, 0) == 0 && syscall($ARGV[2], 22, 2, pack("S x6 P", 6, $filter)) == 0 or die;
exec "/usr/bin/perl", @ARGV' -- "$@"`;

describe("what starts the scripts", () => {
	test.each([
		["it", "$(ps -o ppid= -p $PPID)"],
		["the run's watcher", "$PPID"],
		["both", "$(ps -o ppid= -p $PPID) $PPID"],
	])("is woken when a script has stopped %s", async (_what, processes) => {
		const { runner } = runnerFixture();
		const stopping = await installScript(`kill -STOP ${processes}; echo fine`);
		for (let round = 0; round < 10; round++)
			expect(await runner.run({ script: stopping, inputs: {} })).toMatchObject({
				status: "ok",
				stdout: "fine\n",
			});
	});

	test("is started anew when somebody has ended it, unless the script may have been started", async () => {
		const { runner } = runnerFixture();
		const script = await installScript("ps -o ppid= -p $PPID");
		const errors = new Set<string | undefined>();
		for (let round = 0; round < 20; round++) {
			const { error, stdout } = await runner.run({ script, inputs: {} });
			errors.add(error);
			if (error === undefined) process.kill(Number(stdout), "SIGKILL");
			for (let turn = 0; turn < round; turn++) await letOthersRun();
		}
		errors.delete("tool was stopped because the process that watches over it was ended.");
		expect([...errors]).toEqual([undefined]);
	});

	test.each([
		["ends", "exit 1"],
		["never ends a line", "exec cat /dev/zero >&3"],
		["says something else", "echo hello >&3; exec sleep 20"],
		["says nothing", "exec sleep 20"],
		["may not adopt processes", WITHOUT_SUBREAPER],
	])("is not waited for when it's a perl that %s", async (_what, body) => {
		const bin = temporaryFolder();
		await writeFile(join(bin, "perl"), `#!/bin/sh\n${body}\n`, { mode: 0o700 });
		const base = { PATH: `${bin}:${process.env.PATH}` };
		const { runner } = runnerFixture({ environment: { base, passthrough: [], allowedSecrets: [] } });
		const script = await installScript("echo fine");
		expect(await runner.run({ script, inputs: {} })).toMatchObject({ stdout: "fine\n" });
	});
});

describe("no process of a run survives", () => {
	test.each([
		["nothing", []],
		["what watches over it", [1]],
		["what watches over it and what started that", [0, 1]],
	])("the sudden death of the program while %s is stopped", async (_what, stopped) => {
		const length = uniqueSleep();
		const watchers = join(temporaryFolder(), "watchers");
		const program = await startProgram(`echo $(ps -o ppid= -p $PPID) $PPID >${watchers}\n${FAMILY(length)}`);
		await vi.waitFor(async () => expect((await processesWith(length)).length).toBeGreaterThanOrEqual(9));
		const pids = (await readFile(watchers, "utf8")).split(" ").map(Number);
		for (const index of stopped) process.kill(pids[index] as number, "SIGSTOP");
		program.kill("SIGKILL");
		await vi.waitFor(async () => expect(await processesWith(length)).toEqual([]));
	});

	test.each([
		["what watches over it", "kill -9 $PPID"],
		["what started that", "kill -9 $(ps -o ppid= -p $PPID)"],
	])("the end of %s, which is an error", async (_what, kill) => {
		const { runner } = runnerFixture();
		const length = uniqueSleep();
		const script = await installScript(`${kill}; trap '' TERM; while :; do sleep ${length}; done`);
		const result = await runner.run({ script, inputs: {} });
		expect(result).toMatchObject({
			status: "error",
			error: "tool was stopped because the process that watches over it was ended.",
		});
		expect(await processesWith(length)).toEqual([]);
		expect(await runner.run({ script: await installScript("echo fine"), inputs: {} })).toMatchObject({
			stdout: "fine\n",
		});
	});
});

/** A laptop's program that runs a script, which has told of its progress. */
async function startProgram(body: string): Promise<ChildProcess> {
	const script = await installScript(body);
	const child = spawn(process.execPath, [await plainProgram("run-process")], {
		stdio: ["pipe", "pipe", "pipe"],
	});
	// Passed on, not inherited: what a script leaves behind must not hold a stream of the test runner, which then never ends.
	child.stderr.pipe(process.stderr);
	onTestFinished(() => void child.kill("SIGKILL"));
	child.stdin.end(JSON.stringify({ script, root: join(temporaryFolder(), "runs") }));
	await once(child.stdout, "data");
	return child;
}
