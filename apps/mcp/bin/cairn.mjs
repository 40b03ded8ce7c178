#!/usr/bin/env node
// The program itself is bundled by the set-up, so that a laptop starts it without a compiler in between.
import * as nodeModule from "node:module";
import { setFlagsFromString } from "node:v8";

const isHook = process.argv[2] === "hook" && process.argv[3] === "prompt";

// A start makes much short-lived garbage: with room for it, the collector stays out of the way.
setFlagsFromString("--min-semi-space-size=16");
// From Node 22 on, what was compiled once is kept for the next start.
nodeModule.enableCompileCache?.();
try {
	await import(isHook ? "../dist/hook.mjs" : "../dist/cairn.mjs");
} catch (error) {
	// Whatever is wrong here, a prompt goes on.
	if (isHook) process.exit(0);
	if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
	process.stderr.write(
		"cairn: the program is not built yet; run `npm start` once in the checkout of Cairn.\n",
	);
	process.exit(1);
}
