import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { hostileRegistry, script } from "../../test/hostile-registry.ts";
import { plainProgram } from "../../test/plain-program.ts";
import { temporaryFolder } from "../../test/scripts-on-disk.ts";
import { smallDisk } from "../../test/small-disk.ts";

test("a full disk keeps the last complete catalog and says so, until there is room", async () => {
	const registry = await hostileRegistry();
	registry.scripts = [script("good")];
	const folder = temporaryFolder();
	const disk = smallDisk(folder);
	const program = await plainProgram("mirror-process");
	const [command = "", ...args] = disk.command;
	const laptop = spawn(command, [...args, process.execPath, program, registry.url, folder], {
		stdio: ["ignore", "pipe", "pipe"],
	});
	laptop.stderr.pipe(process.stderr);
	onTestFinished(() => void laptop.kill("SIGKILL"));
	const lines = createInterface({ input: laptop.stdout })[Symbol.asyncIterator]();
	const until = async (holds: (said: { files: string[]; problem?: string }) => boolean) => {
		for (;;) {
			const said = JSON.parse((await lines.next()).value);
			if (holds(said)) return said;
		}
	};
	const first = await until(({ files }) => files.length > 0);
	expect(first).toMatchObject({ files: ["manifest.yaml", "run.sh"] });
	registry.scripts = [script("good", { large: "x".repeat(700_000) })];
	registry.version = "2";
	const full = await until(({ problem }) => problem !== undefined);
	expect(full).toEqual({ ...first, problem: expect.stringMatching(disk.problem) });
	registry.scripts = [script("good", { small: "x" })];
	registry.version = "3";
	const well = await until(({ problem }) => problem === undefined);
	expect(well.files).toEqual(["manifest.yaml", "run.sh", "small"]);
});
