#!/usr/bin/env node
// The program itself is bundled by the set-up, so that a laptop starts it without a compiler in between.
import { utimesSync } from "node:fs";
import * as nodeModule from "node:module";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";

const isHook = process.argv[2] === "hook" && process.argv[3] === "prompt";

// A start makes much short-lived garbage: with room for it, the collector stays out of the way.
setFlagsFromString("--min-semi-space-size=16");
// From Node 22 on, what was compiled once is kept for the next start.
nodeModule.enableCompileCache?.();
const folder = fileURLToPath(new URL("..", import.meta.url));
if (/[\\/]_npx[\\/]/.test(folder)) {
	// What npx installed from an address once, it takes for current for ever, unless it looks touched: then it asks the
	// server whether this is still its version.
	try {
		utimesSync(folder, new Date(), new Date());
	} catch {
		// A folder that can't be touched keeps its version.
	}
}

const program = new URL(isHook ? "../dist/hook.mjs" : "../dist/cairn.mjs", import.meta.url).href;
try {
	await import(program);
} catch (error) {
	// Whatever is wrong here, a prompt goes on.
	if (isHook) process.exit(0);
	if (error.code !== "ERR_MODULE_NOT_FOUND" || error.url !== program) throw error;
	process.stderr.write(
		"cairn: the program is not built yet; run `npm start` once in the checkout of Cairn.\n",
	);
	process.exit(1);
}
