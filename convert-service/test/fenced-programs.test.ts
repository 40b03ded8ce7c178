import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { readConvertConfig } from "../src/config.ts";
import { findIsolation } from "../src/fence/isolation.ts";
import { FencedPrograms } from "../src/process/fenced-programs.ts";

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "cairn-programs-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Those of a system with all programs, and of one that has no launcher for want of Perl. */
const systems = [
	["by a launcher", undefined],
	["each through the fence", "unshare, prlimit, setpriv, sh, seq, sleep, cat, kill"],
] as const;

const never = () => new AbortController().signal;
const sh = (script: string) => ({ program: "sh", args: ["-c", script, "sh", "an argument\nof two lines"] });

/** Whether a process runs; one that only waits to be collected doesn't. */
async function isRunning(pid: string): Promise<boolean> {
	const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
	return stat !== "" && !/\) [ZX] /.test(stat);
}

describe.each(systems)("programs started %s", (_name, only) => {
	let programs: FencedPrograms;
	beforeAll(async () => {
		const path = only === undefined ? process.env.PATH : await pathOf(only.split(", "));
		const config = readConvertConfig({ PATH: path, CONVERT_WORK_DIR: folder, CONVERT_MEMORY: "256" });
		programs = new FencedPrograms({ config, isolation: findIsolation("auto", config.path) });
		await programs.start();
	});
	afterAll(() => programs[Symbol.asyncDispose]());

	test("give what they print, their errors and their exit code, and leave nothing", async () => {
		const work = await mkdtemp(join(folder, "job-"));
		const script = 'printf "%s|" "$1" "$PWD" "$HOME" "$TMPDIR"; printf wrong >&2; cat; exit 3';
		const { exitCode, stdout, stderr } = await programs.run(sh(script), { folder: work, signal: never() });
		expect([exitCode, stdout.toString(), stderr]).toEqual([
			3,
			`an argument\nof two lines|${work}|${work}|${work}|`,
			"wrong",
		]);
		expect(await readdir(work)).toEqual([]);
	});

	test("that a signal ends have no exit code", async () => {
		expect((await programs.run(sh("kill -9 $$"), { folder, signal: never() })).exitCode).toBeNull();
	});

	test("run at once, each with its own result", async () => {
		const results = await Promise.all(
			Array.from({ length: 12 }, (_, index) =>
				programs.run(sh(`seq ${index} ${index + 20_000}`), { folder, signal: never() }),
			),
		);
		expect(results.map(({ stdout }) => stdout.toString().split("\n")[0])).toEqual(
			Array.from({ length: 12 }, (_, index) => `${index}`),
		);
	});

	test("are ended with what they started when the signal fires", async () => {
		const leaving = new AbortController();
		const pids = join(folder, "pids");
		const running = programs.run(sh(`sleep 600 & echo $! $$ > ${pids}.part; mv ${pids}.part ${pids}; wait`), {
			folder,
			signal: leaving.signal,
		});
		running.catch(() => {});
		const started = await vi.waitFor(() => readFile(pids, "utf8"), { timeout: 30_000 });
		leaving.abort(new Error("left"));
		await expect(running).rejects.toThrow("left");
		await vi.waitFor(
			async () => expect(await Promise.all(started.split(/\s+/, 2).map(isRunning))).toEqual([false, false]),
			{ timeout: 30_000 },
		);
		await rm(pids);
	});

	test("are not started when the signal fired before", async () => {
		const signal = AbortSignal.abort(new Error("left"));
		await expect(programs.run(sh("exit 0"), { folder, signal })).rejects.toThrow("left");
	});

	test("may hold no more memory than one may", async () => {
		const { exitCode, stderr } = await programs.run(
			{ program: process.execPath, args: ["-e", "Buffer.alloc(5e8, 1)"] },
			{ folder, signal: never() },
		);
		expect(exitCode === 0 ? stderr : "ended").toBe("ended");
	});
});

describe("a launcher", () => {
	test("that is killed fails what it runs, and the next program has another one", async () => {
		const config = readConvertConfig({ PATH: process.env.PATH, CONVERT_WORK_DIR: folder });
		await using programs = new FencedPrograms({ config, isolation: findIsolation("auto", config.path) });
		const pids = join(folder, "launcher");
		const script = `echo $$ $(cut -d " " -f 4 /proc/$PPID/stat) > ${pids}.part; mv ${pids}.part ${pids}; exec sleep 600`;
		const running = programs.run(sh(script), { folder, signal: never() });
		const [program = "", launcher = ""] = (
			await vi.waitFor(() => readFile(pids, "utf8"), { timeout: 30_000 })
		).split(/\s+/);
		process.kill(Number(launcher), "SIGKILL");
		expect((await running).exitCode).toBeNull();
		await vi.waitFor(async () => expect(await isRunning(program)).toBe(false), { timeout: 30_000 });
		expect((await programs.run(sh("exit 4"), { folder, signal: never() })).exitCode).toBe(4);
	});

	test("tells of a program that is none, and of a folder that is not there", async () => {
		const config = readConvertConfig({ PATH: process.env.PATH, CONVERT_WORK_DIR: folder });
		await using programs = new FencedPrograms({ config, isolation: findIsolation("auto", config.path) });
		const noProgram = join(folder, "no-program");
		await writeFile(noProgram, "text", { mode: 0o600 });
		for (const command of [
			{ program: "no-such-program", args: [] },
			{ program: noProgram, args: [] },
		])
			expect((await programs.run(command, { folder, signal: never() })).exitCode).toBe(127);
		const away = { folder: join(folder, "away"), signal: never() };
		expect((await programs.run(sh("exit 0"), away)).exitCode).toBe(127);
	});
});

/** A PATH with these programs of this system alone. */
async function pathOf(names: readonly string[]): Promise<string> {
	const place = await mkdtemp(join(folder, "path-"));
	for (const name of names) {
		const script = `#!/bin/sh\nexec /usr/bin/env PATH=/usr/bin:/bin ${name} "$@"\n`;
		await writeFile(join(place, name), script, { mode: 0o755 });
	}
	return place;
}
