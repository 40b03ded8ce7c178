/** Writes a file of a root and prints, as JSON, what was asked of the filesystem meanwhile that a power failure minds, in order. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { basename } from "node:path";

const [folder = ""] = process.argv.slice(2);
const calls: string[] = [];
const nameOf = (fd: number) => basename(fs.readlinkSync(`/proc/self/fd/${fd}`));
const { fsync, renameSync, writeSync } = fs;

fs.writeSync = ((fd: number, ...rest: []) => {
	calls.push(`write ${nameOf(fd)}`);
	return writeSync(fd, ...rest);
}) as typeof fs.writeSync;
fs.renameSync = (from, to) => {
	calls.push(`rename ${basename(String(from))} ${basename(String(to))}`);
	renameSync(from, to);
};
fs.fsync = ((fd: number, done: fs.NoParamCallback) => {
	calls.push(`fsync ${nameOf(fd)}`);
	fsync(fd, done);
}) as typeof fs.fsync;
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
