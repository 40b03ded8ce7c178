#!/usr/bin/env node
/** `node tools/prisma.mjs ARGS…`: Prisma's own command line over the WebAssembly schema engine, without its downloads. */
import { spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const engine = join(import.meta.dirname, "schema-engine.mjs");
chmodSync(engine, 0o755);
const { status } = spawnSync(
	process.execPath,
	[createRequire(import.meta.url).resolve("prisma/build/index.js"), ...process.argv.slice(2)],
	{
		stdio: "inherit",
		cwd: join(import.meta.dirname, ".."),
		env: {
			...process.env,
			PRISMA_SCHEMA_ENGINE_BINARY: engine,
			CHECKPOINT_DISABLE: "1",
			PRISMA_HIDE_UPDATE_MESSAGE: "1",
			NO_UPDATE_NOTIFIER: "1",
		},
	},
);
process.exit(status ?? 1);
