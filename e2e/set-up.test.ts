import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type RunningProgram, startRegistry, temporaryFolder } from "./programs.ts";
import { setUp } from "./set-up.ts";

test("a set-up of which a part can't be started leaves none of the others behind", async () => {
	await using folder = await temporaryFolder();
	const broken = join(folder.path, "broken");
	await mkdir(broken);
	await writeFile(join(broken, "cairn.db"), "no store");
	const registries: RunningProgram[] = [];
	const start = async (data: string) => {
		const registry = await startRegistry({ HOST: "127.0.0.1", CAIRN_DATA_DIR: data });
		registries.push(registry);
		return registry;
	};
	const starting = setUp(async (keep) => ({
		all: await Promise.all([keep(start(join(folder.path, "data"))), keep(start(broken))]),
	}));
	await expect(starting).rejects.toThrow(/ended with/);
	expect(registries.map(({ child }) => child.exitCode ?? child.signalCode)).toEqual([expect.anything()]);
});
