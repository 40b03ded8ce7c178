import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { temporaryFolder } from "./scripts-on-disk.ts";

/** For bundled CommonJS, which requires Node's own modules. */
const BANNER = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

/** One of the programs beside this file as plain JavaScript, which starts in a fraction of the time, also again and again. */
export async function plainProgram(name: "mirror-process" | "run-process"): Promise<string> {
	const outfile = join(temporaryFolder(), `${name}.mjs`);
	await build({
		entryPoints: [fileURLToPath(new URL(`${name}.ts`, import.meta.url))],
		outfile,
		bundle: true,
		platform: "node",
		format: "esm",
		target: "node20",
		banner: { js: BANNER },
		logLevel: "silent",
	});
	return outfile;
}
