#!/usr/bin/env node
// The program itself is bundled by the set-up, so that a laptop starts it without a compiler in between.
import * as nodeModule from "node:module";
import { setFlagsFromString } from "node:v8";

// A start makes much short-lived garbage: with room for it, the collector stays out of the way.
setFlagsFromString("--min-semi-space-size=16");
// From Node 22 on, what was compiled once is kept for the next start.
nodeModule.enableCompileCache?.();
try {
	await import("../dist/cairn.mjs");
} catch (error) {
	if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
	process.stderr.write(
		"cairn: the program is not built yet; run `npm start` once in the checkout of Cairn.\n",
	);
	process.exit(1);
}
