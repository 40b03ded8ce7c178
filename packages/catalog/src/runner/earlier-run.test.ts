import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { installScript, runnerFixture } from "../../test/runner-fixture.ts";

const read = (...path: string[]) => readFile(join(...path), "utf8");

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
