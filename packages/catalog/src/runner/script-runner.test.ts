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
