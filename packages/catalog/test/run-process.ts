import { text } from "node:stream/consumers";
import { RunDirectories } from "../src/runner/run-directories.ts";
import { ScriptRunner } from "../src/runner/script-runner.ts";

/** A laptop's program that does nothing but run one script, which stdin tells. Says `started` at its first progress. */
const { script, root } = JSON.parse(await text(process.stdin));
const runner = new ScriptRunner({
	runs: new RunDirectories({ root, ttlMs: 86_400_000 }),
	environment: { base: process.env, passthrough: [], allowedSecrets: [] },
});
await runner.run({ script, inputs: {}, onProgress: () => process.stdout.write("started\n") });
