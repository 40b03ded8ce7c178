import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inputSchema } from "../src/manifest/input-schema.ts";
import type { InputValue } from "../src/manifest/manifest.ts";
import type { ScriptResult } from "../src/runner/script-result.ts";
import { runnerFixture } from "./runner-fixture.ts";
import { folderFixture, temporaryFolder } from "./scripts-on-disk.ts";

/** The scripts that ship. */
export const SHIPPED = fileURLToPath(new URL("../../../scripts", import.meta.url));

export interface ShippedFixture {
	/** The home folder of the person who runs them. */
	readonly home: string;
	run(name: string, inputs?: Record<string, unknown>, runId?: string): Promise<ScriptResult>;
	/** Writes a file under the home folder. */
	put(path: string, text: string): Promise<void>;
}

/** Runs the shipped scripts as a laptop does, with a home folder of their own, and `more` in the laptop's environment. */
export async function shippedFixture(more: Record<string, string> = {}): Promise<ShippedFixture> {
	const home = temporaryFolder();
	const { source } = await folderFixture({ folder: SHIPPED, settleMs: 1 });
	const { scripts } = await source.refresh();
	const base = { PATH: process.env.PATH, HOME: home, LANG: "C.UTF-8", ...more };
	const { runner } = runnerFixture({ environment: { base, passthrough: [], allowedSecrets: [] } });
	return {
		home,
		run: (name, given = {}, runId) => {
			const script = scripts.find(({ manifest }) => manifest.name === name);
			if (script === undefined) throw new Error(`${name} is missing.`);
			const inputs = inputSchema(script.manifest).parse(given) as Record<string, InputValue>;
			return runner.run({ script, inputs, runId });
		},
		put: async (path, text) => {
			await mkdir(dirname(join(home, path)), { recursive: true });
			await writeFile(join(home, path), text);
		},
	};
}
