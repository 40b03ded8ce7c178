import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { installScript, runnerFixture } from "../../test/runner-fixture.ts";

const read = (...path: string[]) => readFile(join(...path), "utf8");

describe("what goes back", () => {
	test("is the exit code and what was written, when it failed", async () => {
		const { runner } = runnerFixture();
		const script = await installScript("echo out; echo err >&2; exit 3");
		expect(await runner.run({ script, inputs: {} })).toMatchObject({
			status: "error",
			error: "tool ended with exit code 3.",
			exit_code: 3,
			stdout: "out\n",
			stderr: "err\n",
		});
	});

	test("says which signal ended it", async () => {
		const { runner } = runnerFixture();
		const result = await runner.run({ script: await installScript("kill -9 $$"), inputs: {} });
		expect(result).toMatchObject({ status: "error", error: "tool was ended by SIGKILL.", exit_code: null });
	});

	test("says when it could not be started", async () => {
		const { runner } = runnerFixture();
		const script = await installScript("echo", "", "#!/no/such/interpreter");
		const result = await runner.run({ script, inputs: {} });
		expect(result).toMatchObject({
			status: "error",
			error: expect.stringMatching(/interpreter/),
			exit_code: null,
		});
	});

	test("is the start and the end of long output, all of which is in the logs", async () => {
		const { runner } = runnerFixture();
		const script = await installScript('for i in $(seq 2000); do echo "line $i ä"; done; seq 3000 >&2');
		const { stdout = "", stderr = "", run_dir } = await runner.run({ script, inputs: {} });
		expect(stdout.length).toBeLessThan(2100);
		expect(stdout).toMatch(/^line 1 ä\nline 2/);
		expect(stdout).toMatch(/\n… \d+ bytes left out; see stdout.log …\n/);
		expect(stdout).toMatch(/line 2000 ä\n$/);
		expect((await read(run_dir, "stdout.log")).split("\n")).toHaveLength(2001);
		expect(stderr).toMatch(/3000\n$/);
	});

	test("is in bounded memory when a script floods", async () => {
		const { runner } = runnerFixture();
		const script = await installScript('yes "$(printf "%01000d")" | head -c 400000000; echo; echo end');
		let peak = 0;
		const before = process.memoryUsage().rss;
		const timer = setInterval(() => {
			peak = Math.max(peak, process.memoryUsage().rss);
		}, 20);
		const { stdout = "", run_dir, error } = await runner.run({ script, inputs: {} });
		clearInterval(timer);
		expect(error).toBeUndefined();
		expect(stdout).toMatch(/… 3999\d{5} bytes left out/);
		expect(stdout).toMatch(/\nend\n$/);
		expect((await stat(join(run_dir, "stdout.log"))).size).toBe(10 * 1024 * 1024);
		expect(peak - before).toBeLessThan(150 * 1024 * 1024);
	});

	test("are progress lines as they come, each more than the last", async () => {
		const { runner } = runnerFixture();
		const told: unknown[] = [];
		const script = await installScript(
			'echo "::progress 10 start" >&2; echo noise >&2; echo "::progress 5 back" >&2; printf "::progress 40" >&2; sleep 0.1; echo " half way" >&2; echo " ::progress 50 no" >&2; echo "::progress 250" >&2',
		);
		await runner.run({ script, inputs: {}, onProgress: (progress) => told.push(progress) });
		expect(told).toEqual([
			{ progress: 10, message: "start" },
			{ progress: 40, message: "half way" },
			{ progress: 100 },
		]);
	});
});

describe("outputs.json", () => {
	const write = (json: string) =>
		installScript(`cat > "$TOOLS_RUN_DIR/outputs.json" <<'X'\n${json}\nX\necho done`);

	test("is given back as it is", async () => {
		const { runner } = runnerFixture();
		const result = await runner.run({ script: await write('{"n": 1, "list": [{"a": null}]}'), inputs: {} });
		expect(result).toMatchObject({ status: "ok", outputs: { n: 1, list: [{ a: null }] } });
	});

	test.each([
		["broken", "{", /not valid JSON/],
		["a list", "[]", /holds no JSON object/],
		["null", "null", /holds no JSON object/],
	])("that is %s is an error, and the rest stays", async (_what, json, error) => {
		const { runner } = runnerFixture();
		const result = await runner.run({ script: await write(json), inputs: {} });
		expect(result).toMatchObject({
			status: "error",
			stdout: "done\n",
			exit_code: 0,
			error: expect.stringMatching(error),
		});
		expect(result.outputs).toBeUndefined();
	});

	test.each([
		["a link", 'ln -s /etc/passwd "$TOOLS_RUN_DIR/outputs.json"'],
		["a pipe", 'mkfifo "$TOOLS_RUN_DIR/outputs.json"'],
		["a directory", 'mkdir "$TOOLS_RUN_DIR/outputs.json"'],
		["2 MB", 'head -c 2000000 /dev/zero > "$TOOLS_RUN_DIR/outputs.json"'],
	])("that is %s is not read", async (_what, body) => {
		const { runner } = runnerFixture();
		const result = await runner.run({ script: await installScript(body), inputs: {} });
		expect(result).toMatchObject({ status: "error", error: expect.stringContaining("outputs.json") });
	});

	test("of an earlier step is not taken for this one's", async () => {
		const { runner } = runnerFixture();
		await runner.run({ script: await write('{"n": 1}'), inputs: {}, runId: "chain" });
		const next = await runner.run({
			script: await installScript('ls "$TOOLS_RUN_DIR"'),
			inputs: {},
			runId: "chain",
		});
		expect(next.outputs).toBeUndefined();
		expect(next.status).toBe("ok");
		expect(next.stdout).toContain("outputs.previous.json");
	});
});

test("a script can write to its streams by their names", async () => {
	const { runner } = runnerFixture();
	const script = await installScript(
		'echo one > /dev/stderr; echo two | tee /dev/stderr > /proc/self/fd/1; perl -e \'open(F, ">", "/dev/stdout"); print F "three\\n"\'',
	);
	expect(await runner.run({ script, inputs: {} })).toMatchObject({
		status: "ok",
		stdout: "two\nthree\n",
		stderr: "one\ntwo\n",
	});
});

test("a script that leaves a process behind that holds its streams is over when it ends", async () => {
	const { runner } = runnerFixture();
	const result = await runner.run({ script: await installScript("sleep 20 & echo done"), inputs: {} });
	expect(result).toMatchObject({ status: "ok", stdout: "done\n" });
});

test("a script that closes its streams early works on", async () => {
	const { runner } = runnerFixture();
	const script = await installScript(
		'exec >&- 2>&-; sleep 0.3; echo \'{"n": 1}\' > "$TOOLS_RUN_DIR/outputs.json"; exit 3',
	);
	expect(await runner.run({ script, inputs: {} })).toMatchObject({ outputs: { n: 1 }, exit_code: 3 });
});

test("a signal that has no name is told by its number", async () => {
	const { runner } = runnerFixture();
	const result = await runner.run({ script: await installScript("kill -40 $$"), inputs: {} });
	expect(result).toMatchObject({ error: "tool was ended by signal 40.", exit_code: null });
});

test("outputs that are nested far too deeply leave the rest of the result", async () => {
	const { runner } = runnerFixture();
	const script = await installScript(
		`perl -e 'print "{\\"a\\":" . "[" x 200000 . "]" x 200000 . "}"' > "$TOOLS_RUN_DIR/outputs.json"; echo hi`,
	);
	const result = await runner.run({ script, inputs: {} });
	expect(result).toMatchObject({ status: "error", stdout: "hi\n", exit_code: 0 });
	expect(result.error).toContain("outputs.json may be nested 50 levels deep.");
	expect(result.outputs).toBeUndefined();
});
