#!/usr/bin/env node
// The program itself is bundled by the set-up, so that a laptop starts it without a compiler in between.
import { existsSync } from "node:fs";
import * as nodeModule from "node:module";
import { setFlagsFromString } from "node:v8";

const program = new URL("../dist/cairn.mjs", import.meta.url);
if (!existsSync(program)) {
	process.stderr.write(
		"cairn: the program is not built yet; run `npm start` once in the checkout of Cairn.\n",
	);
	process.exit(1);
}
// A start makes much short-lived garbage: with room for it, the collector stays out of the way.
setFlagsFromString("--min-semi-space-size=16");
// From Node 22 on, what was compiled once is kept for the next start.
nodeModule.enableCompileCache?.();
await import(program.href);
