import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { hostileRegistry, script } from "../../test/hostile-registry.ts";
import { plainProgram } from "../../test/plain-program.ts";
import { mirrorFixture, registryFixture } from "../../test/registry-server.ts";
import { runnerFixture } from "../../test/runner-fixture.ts";
import { temporaryFolder, writeScript } from "../../test/scripts-on-disk.ts";
import { KeyPins } from "../signature/key-pins.ts";
import { changedFile } from "../versions/check-version.ts";

test("a script that runs while its version is replaced finishes with the files that it started with", async () => {
	const registry = await registryFixture();
	const wait = 'echo "::progress 1" >&2\nwhile [ ! -e "$TOOLS_RUN_DIR/go" ]; do sleep 0.05; done\n';
	const show = 'cat part.txt "$(dirname "$0")/sub/other.txt"; basename "$PWD"\n';
	await writeScript(registry.folder, "echo", {
		run: `#!/bin/bash\n${wait}${show}`,
		"part.txt": "old part\n",
		"sub/other.txt": "old other\n",
	});
	const { mirror } = mirrorFixture(registry.url);
	const old = (await mirror.refresh()).scripts[0];
	if (old === undefined) throw new Error("The script is missing.");
	const { runner, root } = runnerFixture();
	let started = () => {};
	const running = new Promise<void>((resolve) => {
		started = resolve;
	});
	const run = runner.run({ script: old, inputs: {}, runId: "swap", onProgress: started });
	await running;
	await writeScript(registry.folder, "echo", {
		run: `#!/bin/bash\n${show}`,
		"part.txt": "new part\n",
		"sub/other.txt": "new other\n",
	});
	const now = (await mirror.refresh()).scripts[0];
	if (now === undefined) throw new Error("The script is missing.");
	await writeFile(join(root, "swap", "go"), "");
	expect((await run).stdout).toBe("old part\nold other\necho\n");
	expect((await runner.run({ script: now, inputs: {} })).stdout).toBe("new part\nnew other\necho\n");
});

test("a laptop that is killed at any moment has complete scripts afterwards", async () => {
	const registry = await hostileRegistry();
	const root = temporaryFolder();
	/** All at once, so that what is torn was torn on the laptop. */
	const change = (round: number) => {
		registry.scripts = ["a", "b", "c"].map((name) => {
			const texts = Array.from({ length: 8 }, (_, file) => [
				`f${file}.txt`,
				`${name} ${round} `.repeat(2000 + file),
			]);
			return script(name, Object.fromEntries(texts));
		});
		registry.version = String(round);
	};
	change(0);
	const program = await plainProgram("mirror-process");
	for (let round = 1; round <= 5; round++) {
		const laptop = spawn(process.execPath, [program, registry.url, root], {
			stdio: ["ignore", "pipe", "pipe"],
		});
		laptop.stderr.pipe(process.stderr);
		onTestFinished(() => void laptop.kill("SIGKILL"));
		await once(laptop.stdout, "data");
		change(round);
		await wait(30 * round);
		laptop.kill("SIGKILL");
		await once(laptop, "exit");
		const { again } = mirrorFixture("http://127.0.0.1:9");
		await using offline = again({
			url: registry.url,
			folder: join(root, "cache"),
			pins: new KeyPins({ file: join(root, "keys.json") }),
			token: "offline",
			timeouts: { silenceMs: 1 },
		});
		const { scripts } = await offline.refresh();
		expect(scripts.map(({ name }) => name)).toEqual(["a", "b", "c"]);
		for (const script of scripts) {
			expect(await changedFile(script)).toBeUndefined();
			expect(new Set(await texts(script.folder)).size).toBe(1);
		}
	}
	const { again } = mirrorFixture(registry.url);
	const whole = await again({
		folder: join(root, "cache"),
		pins: new KeyPins({ file: join(root, "keys.json") }),
		timeouts: undefined,
	}).refresh();
	expect(whole.origin.problem).toBeUndefined();
	expect(whole.broken).toEqual([]);
	for (const { name, folder } of whole.scripts)
		expect(new Set(await texts(folder))).toEqual(new Set([`${name} 5 `]));
});

/** From which round each text file is. */
async function texts(folder: string): Promise<readonly string[]> {
	const names = (await readdir(folder)).filter((name) => name.endsWith(".txt"));
	return Promise.all(names.map(async (name) => (await readFile(join(folder, name), "utf8")).slice(0, 4)));
}
