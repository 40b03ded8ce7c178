#!/usr/bin/env node
// The program itself is bundled by the set-up, so that a laptop starts it without a compiler in between.
import { existsSync } from "node:fs";

const program = new URL("../dist/cairn.mjs", import.meta.url);
if (!existsSync(program)) {
	process.stderr.write(
		"cairn: the program is not built yet; run `npm start` once in the checkout of Cairn.\n",
	);
	process.exit(1);
}
await import(program.href);
