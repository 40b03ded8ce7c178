import { appendFile, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { installScript, runnerFixture } from "../../test/runner-fixture.ts";
import { temporaryFolder } from "../../test/scripts-on-disk.ts";

const read = (...path: string[]) => readFile(join(...path), "utf8");

describe("a script gets", () => {
	test.each([
		["quotes", `it's "quoted"`],
		["newlines", "one\ntwo\r\n\nthree\n"],
		[
			"what a shell would run",
			"$(touch /tmp/cairn-pwned) `touch /tmp/cairn-pwned` ; touch /tmp/cairn-pwned | & > < $HOME *",
		],
		["a leading dash", "--help"],
		["nothing", ""],
		["other scripts and signs", "größe 漢字 🪨 \u202e"],
		["a backslash", "a\\nb\\"],
		["a hundred kilobytes less", "x".repeat(60_000)],
	])("%s as it was sent", async (_what, text) => {
		const { runner } = runnerFixture();
		const script = await installScript(
			'printf "%s" "$INPUT_TEXT" > "$TOOLS_RUN_DIR/text"',
			"inputs:\n  text: { type: string }\n",
		);
		const { run_dir, status } = await runner.run({ script, inputs: { text } });
		expect(status).toBe("ok");
		expect(await read(run_dir, "text")).toBe(text);
		await expect(stat("/tmp/cairn-pwned")).rejects.toThrow();
	});

	test("an input of 100 KB as a file, and so all inputs", async () => {
		const { runner } = runnerFixture();
		const script = await installScript(
			'cat "$INPUT_TEXT_FILE" > "$TOOLS_RUN_DIR/text"; cat "$TOOLS_INPUTS_JSON_FILE" > "$TOOLS_RUN_DIR/all"; env | grep -c -e ^INPUT_TEXT= -e ^TOOLS_INPUTS_JSON=',
			"inputs:\n  text: { type: string }\n  n: { type: integer }\n",
		);
		const inputs = { text: "ä".repeat(50_000), n: 5 };
		const { run_dir, stdout } = await runner.run({ script, inputs });
		expect(stdout).toBe("0\n");
		expect(await read(run_dir, "text")).toBe(inputs.text);
		expect(JSON.parse(await read(run_dir, "all"))).toEqual(inputs);
	});

	test("typed inputs, its directory and its run", async () => {
		const { runner, root } = runnerFixture();
		const script = await installScript(
			'echo "$INPUT_A_B $INPUT_ON $INPUT_N"; echo "$TOOLS_INPUTS_JSON"; pwd; echo "$TOOLS_RUN_DIR $TOOLS_RUN_ID"; cat asset.txt',
		);
		const { stdout, ...result } = await runner.run({
			script,
			inputs: { "a-b": "x", on: true, n: 1.5 },
			runId: "my-run_1",
		});
		expect(stdout?.split("\n")).toEqual([
			"x true 1.5",
			'{"a-b":"x","on":true,"n":1.5}',
			expect.stringMatching(/\/tool$/),
			`${join(root, "my-run_1")} my-run_1`,
			"asset",
			"",
		]);
		expect(result).toEqual({
			status: "ok",
			run_id: "my-run_1",
			run_dir: join(root, "my-run_1"),
			exit_code: 0,
			duration_ms: expect.any(Number),
		});
		expect((await stat(root)).mode & 0o777).toBe(0o700);
		expect((await stat(result.run_dir)).mode & 0o777).toBe(0o700);
	});

	test("nothing of the environment beyond the list", async () => {
		const base = {
			...{
				PATH: process.env.PATH,
				HOME: "/home/me",
				LANG: "C",
				LC_ALL: "C",
				LC_TIME: "C",
				TMPDIR: "/tmp",
				TERM: "x",
				TZ: "UTC",
			},
			...{
				USER: "me",
				SHELL: "/bin/sh",
				ANTHROPIC_API_KEY: "key",
				TOOLS_REGISTRY_TOKEN: "token",
				NODE_OPTIONS: "",
				LD_PRELOAD: "",
			},
			...{
				MINE: "1",
				SECRET: "s",
				OTHER_SECRET: "o",
				TOOLS_CONVERT_URL: "http://c",
				TOOLS_CONVERT_TOKEN: "t",
				BASH_ENV: "/x",
			},
		};
		const { runner } = runnerFixture({
			environment: { base, passthrough: ["MINE", "ABSENT"], allowedSecrets: ["SECRET"] },
		});
		const names = async (more: string) => {
			const script = await installScript('print "$_\n" for keys %ENV;', more, "#!/usr/bin/perl");
			const { stdout, stderr } = await runner.run({ script, inputs: { q: "" } });
			return (stdout ?? stderr ?? "")
				.split("\n")
				.map((line) => line.split("=")[0])
				.filter((name) => name !== "")
				.sort();
		};
		const always = [
			"HOME",
			"INPUT_Q",
			"LANG",
			"LC_ALL",
			"LC_TIME",
			"MINE",
			"PATH",
			"SHELL",
			"TERM",
			"TMPDIR",
		];
		const run = [
			...["TOOLS_CALL_ID", "TOOLS_CONVERT_URL", "TOOLS_INPUTS_JSON", "TOOLS_RUN_DIR", "TOOLS_RUN_ID"],
			...["TZ", "USER"],
		];
		expect(await names("")).toEqual([...always, ...run]);
		expect(await names("secrets: [SECRET, OTHER_SECRET, TOOLS_CONVERT_TOKEN]\n")).toEqual(
			[...always, ...run, "SECRET", "TOOLS_CONVERT_TOKEN"].sort(),
		);
	});
});

describe("is not run", () => {
	test.each(["../x", "a/b", "..", "", "a".repeat(65), "a\n", "a b", "ä"])(
		"with the run id %j",
		async (runId) => {
			const { runner, root } = runnerFixture();
			const script = await installScript("echo");
			await expect(runner.run({ script, inputs: {}, runId })).rejects.toMatchObject({
				code: "invalid_input",
			});
			await expect(readdir(root)).rejects.toThrow("ENOENT");
		},
	);

	test("when a program that it requires is missing, which is told by name", async () => {
		const { runner } = runnerFixture();
		const script = await installScript("echo", "requires: [bash, no-such-program]\n");
		await expect(runner.run({ script, inputs: {} })).rejects.toThrow(
			/^tool needs no-such-program, not found/,
		);
	});

	test("when its files are not those that were taken over", async () => {
		const { runner } = runnerFixture();
		const script = await installScript("echo hi");
		await appendFile(join(script.folder, "run.sh"), "echo evil\n");
		await expect(runner.run({ script, inputs: {} })).rejects.toMatchObject({
			code: "forbidden",
			message: expect.stringContaining("run.sh"),
		});
	});

	test("with an input that no environment can hold", async () => {
		const { runner } = runnerFixture();
		const script = await installScript("echo hi");
		await expect(runner.run({ script, inputs: { a: "x\0y" } })).rejects.toThrow(/NUL/);
		await expect(runner.run({ script, inputs: { a: "\ud800" } })).rejects.toThrow(/half a character/);
	});

	test("in a directory of somebody else's making", async () => {
		const { runner, root } = runnerFixture();
		const script = await installScript("echo hi");
		await mkdir(root, { mode: 0o700 });
		await symlink("/tmp", join(root, "link"));
		await expect(runner.run({ script, inputs: {}, runId: "link" })).rejects.toThrow(/is a link/);
	});
});

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

test("two calls with one run id go one after the other", async () => {
	const { runner } = runnerFixture();
	const script = await installScript(
		'echo "in $INPUT_N" >> "$TOOLS_RUN_DIR/order"; sleep 0.2; echo "out $INPUT_N" >> "$TOOLS_RUN_DIR/order"; printf "{\\"n\\": $INPUT_N}" > "$TOOLS_RUN_DIR/outputs.json"',
	);
	const results = await Promise.all(
		[1, 2, 3].map((n) => runner.run({ script, inputs: { n }, runId: "same" })),
	);
	expect(results.map(({ outputs }) => outputs?.n)).toEqual([1, 2, 3]);
	expect((await read(results[0]?.run_dir ?? "", "order")).split("\n")).toEqual([
		"in 1",
		"out 1",
		"in 2",
		"out 2",
		"in 3",
		"out 3",
		"",
	]);
});

describe("a script's working directory", () => {
	test("is its own while it runs, and what another run leaves there is gone", async () => {
		const { runner, root } = runnerFixture();
		const script = await installScript(
			`ls; echo "$INPUT_N" > lock; echo more >> asset.txt; mkdir -p sub/dir; chmod 500 sub
until [ -e "$TOOLS_RUN_DIR/../go" ]; do sleep 0.02; done; echo "$(cat lock) $(basename "$PWD")"`,
			"inputs:\n  n: { type: integer }\n",
		);
		const running = [1, 2, 3].map((n) => runner.run({ script, inputs: { n } }));
		await mkdir(root, { recursive: true, mode: 0o700 });
		await writeFile(join(root, "go"), "");
		const listing = "asset.txt\nmanifest.yaml\nrun.sh\n";
		for (const [index, result] of (await Promise.all(running)).entries())
			expect(result.stdout).toBe(`${listing}${index + 1} tool\n`);
		expect((await runner.run({ script, inputs: { n: 4 } })).stdout).toBe(`${listing}4 tool\n`);
		expect(await readdir(script.folder)).toHaveLength(3);
		expect(await runner.run({ script: await installScript("cat asset.txt"), inputs: {} })).toMatchObject({
			stdout: "asset\n",
		});
	});

	test.each(["$PWD", "$(dirname $PWD)"])(
		"is never taken for what a link that a run made of %s leads to",
		async (place) => {
			const { runner } = runnerFixture();
			const own = temporaryFolder();
			await mkdir(join(own, "tool"));
			for (const folder of [own, join(own, "tool")]) await writeFile(join(folder, "precious"), "");
			const script = await installScript(
				`place=${place}; cd /; rm -r "$place"; ln -s '${own}' "$place"; echo done`,
			);
			for (let run = 0; run < 2; run++)
				expect(await runner.run({ script, inputs: {} })).toMatchObject({ stdout: "done\n" });
			await runner[Symbol.asyncDispose]();
			expect(await readdir(own)).toEqual(["precious", "tool"]);
			expect(await readdir(join(own, "tool"))).toEqual(["precious"]);
		},
	);

	test("leaves nothing behind when the program ends", async () => {
		const { runner } = runnerFixture();
		const script = await installScript("pwd; echo > file");
		const { stdout = "" } = await runner.run({ script, inputs: {} });
		expect(await readdir(stdout.trim())).toContain("file");
		await runner[Symbol.asyncDispose]();
		await expect(readdir(stdout.trim())).rejects.toThrow("ENOENT");
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

test("a log that was made a link to somewhere is made anew", async () => {
	const { runner, root } = runnerFixture();
	const outside = join(root, "..", "outside");
	await writeFile(outside, "mine");
	const script = await installScript(`ln -sf "${outside}" "$TOOLS_RUN_DIR/stdout.log"; echo hi`);
	for (let round = 0; round < 2; round++) await runner.run({ script, inputs: {}, runId: "link" });
	expect(await read(outside)).toBe("mine");
});

describe("what an earlier script left in place of a long input", () => {
	test.each([
		["a pipe that nobody reads", 'mkfifo "$TOOLS_RUN_DIR/INPUT_TEXT.txt"'],
		["a link to somewhere", 'ln -s "$TOOLS_RUN_DIR/../../outside" "$TOOLS_RUN_DIR/INPUT_TEXT.txt"'],
		["a folder", 'mkdir -p "$TOOLS_RUN_DIR/INPUT_TEXT.txt/more"'],
	])("%s is gone before the next run", async (_what, body) => {
		const { runner, root } = runnerFixture();
		const outside = join(root, "..", "outside");
		await writeFile(outside, "mine");
		await runner.run({ script: await installScript(body), inputs: {}, runId: "again" });
		const script = await installScript('wc -c < "$INPUT_TEXT_FILE"', "inputs:\n  text: { type: string }\n");
		const result = await runner.run({ script, inputs: { text: "x".repeat(70_000) }, runId: "again" });
		expect(result).toMatchObject({ status: "ok", stdout: expect.stringContaining("70000") });
		expect(await read(outside)).toBe("mine");
	});

	test.each([
		["a link to a folder", 'ln -s "$TOOLS_RUN_DIR/.." "$TOOLS_RUN_DIR/step-02"'],
		["a file", 'echo > "$TOOLS_RUN_DIR/step-02"'],
	])("%s in place of a step's folder is refused", async (_what, body) => {
		const { runner, root } = runnerFixture();
		await runner.run({ script: await installScript(body), inputs: {}, runId: "again" });
		const next = runner.run({
			...{ script: await installScript("echo hi"), inputs: {}, runId: "again", subfolder: "step-02" },
		});
		await expect(next).rejects.toMatchObject({
			code: "unavailable",
			message: expect.stringContaining("step-02 is no folder of its own"),
		});
		await expect(stat(join(root, "stdout.log"))).rejects.toThrow();
	});
});

describe("what a script does to its run's directory", () => {
	test.each([
		["removes it", 'rm -rf "$TOOLS_RUN_DIR"', { status: "ok", stdout: "still\n" }],
		["forbids it to itself", 'chmod 000 "$TOOLS_RUN_DIR"', { stdout: "still\n", exit_code: 0 }],
		["makes its log a pipe", 'cd "$TOOLS_RUN_DIR"; rm stdout.log; mkfifo stdout.log', { stdout: "still\n" }],
	])("leaves its result, and the next run of the same id works: it %s", async (_what, body, expected) => {
		const { runner } = runnerFixture();
		const script = await installScript(`${body}\necho still`);
		expect(await runner.run({ script, inputs: {}, runId: "same" })).toMatchObject(expected);
		const next = await installScript('echo \'{"n": 1}\' > "$TOOLS_RUN_DIR/outputs.json"');
		expect(await runner.run({ script: next, inputs: {}, runId: "same" })).toMatchObject({
			status: "ok",
			outputs: { n: 1 },
		});
	});

	test.each([
		["a link", 'ln -s /tmp "$TOOLS_RUN_DIR"'],
		["a file", 'echo > "$TOOLS_RUN_DIR"'],
	])("when it puts %s in its place, the id is refused from then on", async (_what, body) => {
		const { runner } = runnerFixture();
		const script = await installScript(`rm -rf "$TOOLS_RUN_DIR"; ${body}; echo still`);
		expect(await runner.run({ script, inputs: {}, runId: "same" })).toMatchObject({ stdout: "still\n" });
		await expect(runner.run({ script, inputs: {}, runId: "same" })).rejects.toMatchObject({
			code: "unavailable",
		});
	});
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
