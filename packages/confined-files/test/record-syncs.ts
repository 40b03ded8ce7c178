/** Writes a file of a root and prints, as JSON, what was asked of the filesystem meanwhile that a power failure minds, in order. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { basename } from "node:path";

const [folder = ""] = process.argv.slice(2);
const calls: string[] = [];
const named = (place: unknown) =>
	basename(typeof place === "number" ? fs.readlinkSync(`/proc/self/fd/${place}`) : String(place));

for (const [call, places] of [
	["writeSync", 1],
	["renameSync", 2],
	["fsync", 1],
] as const) {
	const original = fs[call] as (...given: unknown[]) => unknown;
	Object.assign(fs, {
		[call]: (...given: unknown[]) => {
			calls.push([call, ...given.slice(0, places).map(named)].join(" "));
			return original(...given);
		},
	});
}
syncBuiltinESMExports();

// Only now, so that it takes what is recorded.
const { createFilesToolset } = await import("../src/files-toolset.ts");
const { openRoot } = await import("../src/open-root.ts");
await createFilesToolset(openRoot({ root: folder, include: ["**"] })).call("write_text_file", {
	path: "a.md",
	content: "text",
});
calls.push("answered");
process.stdout.write(JSON.stringify(calls));
