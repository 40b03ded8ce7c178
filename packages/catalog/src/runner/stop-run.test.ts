import { execFileSync } from "node:child_process";
import { readdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { FAMILY, processesWith, uniqueSleep } from "../../test/process-family.ts";
import { installScript, runnerFixture } from "../../test/runner-fixture.ts";
import { temporaryFolder } from "../../test/scripts-on-disk.ts";
import { parsePs } from "./process-table.ts";
import { RunDirectories } from "./run-directories.ts";
import { selectProcesses } from "./select-processes.ts";

/** Perl that runs on as a new process all the time, for some seconds, and shows that it's alive by a file. */
const MOVING = `perl -e 'for (1 .. 3000) { exit if fork; syscall(112); open(F, ">", "$ENV{TOOLS_RUN_DIR}/alive"); select(undef, undef, undef, 0.002) }'`;

const TELL = 'echo "::progress 1" >&2';
/** Tells once the moving one has shown itself. */
const TELL_MOVING = `until [ -e "$TOOLS_RUN_DIR/alive" ]; do sleep 0.01; done; ${TELL}`;
/** Longer than the test takes, also when a signal ends the first one. */
const GO_ON = "sleep 600; sleep 600";

/** What a script may try to outlive its stop; each tells first that it's ready. */
const ESCAPES = {
	"it becomes another process all the time": `${MOVING} & ${TELL_MOVING}; ${GO_ON}`,
	"it starts others when it's asked to end": `trap '${MOVING.replaceAll("'", `'"'"'`)} &' TERM; ${TELL}; ${GO_ON}`,
	"it stops what watches over it": `trap '' TERM; ${MOVING} & kill -STOP $PPID; ${TELL_MOVING}; ${GO_ON}`,
	"it stops itself": `${MOVING} & (${TELL_MOVING}) & kill -STOP $$`,
	"it has closed its streams": `${MOVING} & ${TELL_MOVING}; exec >&- 2>&-; ${GO_ON}`,
};

describe("no process of a run survives", () => {
	test("its time limit, its cancellation or the end of the program, whether it ignores SIGTERM, left its group or lost its parent", async () => {
		const { runner } = runnerFixture();
		const { runner: ending } = runnerFixture();
		const [timed, cancelled, ended] = [uniqueSleep(), uniqueSleep(), uniqueSleep()];
		const scripts = {
			timed: await installScript(FAMILY(timed), "timeout_ms: 1200\n"),
			cancelled: await installScript(FAMILY(cancelled)),
			ended: await installScript(FAMILY(ended)),
		};
		const call = new AbortController();
		const cancelling = runner.run({ script: scripts.cancelled, inputs: {}, signal: call.signal });
		const started = new Promise(
			(resolve) => void ending.run({ script: scripts.ended, inputs: {}, onProgress: resolve }),
		);
		const end = started.then(() => ending[Symbol.asyncDispose]());
		const running = runner.run({ script: scripts.timed, inputs: {} });
		await vi.waitFor(async () => expect((await processesWith(cancelled)).length).toBeGreaterThanOrEqual(9));
		call.abort();
		const result = await running;
		expect(result).toMatchObject({
			status: "error",
			error: "tool was stopped after its time limit of 1200 ms.",
		});
		expect(await processesWith(timed)).toEqual([]);
		expect(await cancelling).toMatchObject({
			status: "error",
			error: "tool was stopped because the call was cancelled.",
			stdout: expect.stringContaining("asked to end"),
		});
		expect(await processesWith(cancelled)).toEqual([]);
		await end;
		expect(await processesWith(ended)).toEqual([]);
	});

	test("its stop, whatever it does about that", async () => {
		const { runner } = runnerFixture();
		const fates = Object.entries(ESCAPES).map(async ([what, body]) => {
			const script = await installScript(body);
			const call = new AbortController();
			const onProgress = () => call.abort();
			const { error, run_dir } = await runner.run({ script, inputs: {}, signal: call.signal, onProgress });
			await rm(join(run_dir, "alive"), { force: true });
			await wait(100);
			const isAlive = (await readdir(run_dir)).includes("alive");
			return [what, isAlive ? "it's alive" : error];
		});
		const stopped = "tool was stopped because the call was cancelled.";
		const expected = Object.fromEntries(Object.keys(ESCAPES).map((what) => [what, stopped]));
		expect(Object.fromEntries(await Promise.all(fates))).toEqual(expected);
	});

	test("and a call that was cancelled before starts none", async () => {
		const { runner } = runnerFixture();
		const script = await installScript("echo started");
		await expect(runner.run({ script, inputs: {}, signal: AbortSignal.abort() })).rejects.toMatchObject({
			code: "cancelled",
		});
	});

	test("while other runs go on", async () => {
		const { runner } = runnerFixture();
		const other = runner.run({ script: await installScript("sleep 1; echo fine"), inputs: {} });
		await runner.run({ script: await installScript("sleep 20", "timeout_ms: 100\n"), inputs: {} });
		expect(await other).toMatchObject({ status: "ok", stdout: "fine\n" });
	});
});

test("another program that uses the same run id is left alone", async () => {
	const { runner, root } = runnerFixture();
	const runs = new RunDirectories({ root, ttlMs: 86_400_000 });
	const { runner: other } = runnerFixture({ runs });
	const going = other.run({
		script: await installScript("echo ::progress 1 >&2; sleep 1; echo fine"),
		inputs: {},
		runId: "shared",
	});
	const result = await runner.run({
		script: await installScript("sleep 20", "timeout_ms: 200\n"),
		inputs: {},
		runId: "shared",
	});
	expect(result.error).toContain("time limit");
	expect(await going).toMatchObject({ status: "ok", stdout: "fine\n" });
});

describe("where there is no perl, and so nobody who watches over a run", () => {
	test("what its environment marks, its group and what was seen of it are ended", async () => {
		const bin = temporaryFolder();
		for (const name of ["bash", "sleep", "setsid", "env"]) await symlink(`/usr/bin/${name}`, join(bin, name));
		const environment = { base: { PATH: bin }, passthrough: [], allowedSecrets: [] };
		const { runner } = runnerFixture({ environment });
		const length = uniqueSleep();
		const script = await installScript(
			`sleep ${length}1 & setsid sleep ${length}2 & (setsid bash -c 'trap "" TERM; sleep ${length}3; sleep ${length}3' &)
env -i PATH="$PATH" setsid bash -c 'sleep ${length}4 & sleep ${length}5'`,
		);
		const call = new AbortController();
		const running = runner.run({ script, inputs: {}, signal: call.signal });
		await vi.waitFor(async () => expect(await processesWith(length)).toHaveLength(7));
		call.abort();
		expect(await running).toMatchObject({ error: "tool was stopped because the call was cancelled." });
		expect(await processesWith(length)).toEqual([]);
	});
});

describe("where there is only a process tree", () => {
	test("ps tells of this process, its parent and its group", () => {
		const text = execFileSync("ps", ["-A", "-ww", "-o", "pid=,ppid=,pgid=,stat=,lstart="], {
			encoding: "utf8",
		});
		expect(parsePs(text)).toContainEqual(expect.objectContaining({ pid: process.pid, parent: process.ppid }));
	});

	const table = parsePs(`
    1     0     1 Ss   Mon Nov 30 11:54:05 2026
  100     1   100 S    Mon Nov 30 12:00:00 2026
  200   100   100 S    Mon Nov 30 12:00:00 2026
  300   200   300 Ss   Mon Nov 30 12:00:01 2026
  301   300   300 S    Mon Nov 30 12:00:01 2026
  302   301   302 Ss   Mon Nov 30 12:00:01 2026
  303     1   300 S    Mon Nov 30 12:00:01 2026
  304   300   300 Z    Mon Nov 30 12:00:01 2026
  400     1   400 Ss   Mon Nov 30 12:00:02 2026
  500     1   500 Ss   Mon Nov 30 12:00:03 2026
`);
	const pids = (known: [number, string][]) =>
		selectProcesses(table, { leaders: [300], known: new Map(known), self: 200 }).map(({ pid }) => pid);

	test("the group, all descendants and those seen before are found, and nobody else", () => {
		expect(pids([])).toEqual([300, 301, 302, 303]);
		expect(pids([[400, "Mon Nov 30 12:00:02 2026"]])).toContain(400);
	});

	test("a later process of the same id is not one of them", () => {
		expect(pids([[500, "Mon Nov 30 11:00:00 2026"]])).not.toContain(500);
	});

	test("this program and what started it are spared even when they bear the marks", () => {
		const marked = table.map((entry) => ({ ...entry, marked: true }));
		const found = selectProcesses(marked, { leaders: [300], known: new Map(), self: 200 }).map(
			({ pid }) => pid,
		);
		expect(found).not.toEqual(expect.arrayContaining([1]));
		expect(found.filter((pid) => [1, 100, 200].includes(pid))).toEqual([]);
	});
});
