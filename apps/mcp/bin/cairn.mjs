#!/usr/bin/env node
// The program itself is bundled by the set-up, so that a laptop starts it without a compiler in between.
import { existsSync, utimesSync } from "node:fs";
import * as nodeModule from "node:module";
import { fileURLToPath } from "node:url";

const isHook = process.argv[2] === "hook" && process.argv[3] === "prompt";
/** The commands that a client starts with each of its sessions. */
const isSession = process.argv[2] === "mcp" || process.argv[2] === "files";

// What was compiled once is kept for the next start: by Node itself from version 22.1 on.
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

const dist = (name) => fileURLToPath(new URL(`../dist/${name}`, import.meta.url));

try {
	if (isHook) await import(new URL("../dist/hook.mjs", import.meta.url).href);
	// Sources are mapped only for what Node itself loads.
	else if (!isSession || nodeModule.enableCompileCache !== undefined || process.sourceMapsEnabled) {
		nodeModule.createRequire(import.meta.url)(dist("cairn.cjs"));
	} else {
		const { runWithKeptCode } = await import("./kept-code.mjs");
		runWithKeptCode(dist("cairn.cjs"), dist(`kept-${process.argv[2]}.bin`));
	}
} catch (error) {
	// Whatever is wrong here, a prompt goes on.
	if (isHook) process.exit(0);
	if (existsSync(dist("cairn.cjs"))) throw error;
	process.stderr.write(
		"cairn: the program is not built yet; run `npm start` once in the checkout of Cairn.\n",
	);
	process.exit(1);
}
