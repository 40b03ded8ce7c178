/**
 * Calls every tool over a root once for each step that it takes on the filesystem, with an error of the disk at that step, and
 * prints, as JSON, how many steps there were and those that left a descriptor open.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const [folder = "", reach = "descriptor"] = process.argv.slice(2);

const STEPS = [
	"openSync",
	"fstatSync",
	"lstatSync",
	"readdirSync",
	"opendirSync",
	"readlinkSync",
	"readSync",
	"writeSync",
	"renameSync",
	"fchownSync",
	"fchmodSync",
] as const;

let isCounting = false;
let taken: string[] = [];
let failing = -1;

for (const name of STEPS) {
	const original = fs[name] as (...given: unknown[]) => unknown;
	Object.assign(fs, {
		[name]: (...given: unknown[]) => {
			if (isCounting && taken.push(name) - 1 === failing) {
				throw Object.assign(new Error("EIO"), { code: "EIO", syscall: name });
			}
			return original(...given);
		},
	});
}
if (reach === "path") {
	// As where a descriptor leads nowhere.
	Object.assign(fs, {
		statSync: () => {
			throw Object.assign(new Error("ENOENT"), { code: "ENOENT", syscall: "stat" });
		},
	});
}
syncBuiltinESMExports();

// Only now, so that it takes what fails.
const { createFilesToolset } = await import("../src/files-toolset.ts");
const { openRoot } = await import("../src/open-root.ts");
const options = { root: folder, include: ["**"], exclude: ["private"], limits: { maxFileBytes: 1_000_000 } };
const root = openRoot(options);
const toolset = createFilesToolset(root);

const call = (tool: string, input: Record<string, string>) => () => toolset.call(tool, input);
const work: ReadonlyArray<[name: string, run: () => unknown]> = [
	["openRoot", () => openRoot(options).close()],
	["list_directory", call("list_directory", {})],
	["list_directory below", call("list_directory", { path: "a/b" })],
	["search_files", call("search_files", { query: "m" })],
	["search_text", call("search_text", { query: "deep" })],
	["search_text of a file", call("search_text", { query: "deep", path: "a/b/c.md" })],
	["read_text_file", call("read_text_file", { path: "a/b/c.md" })],
	["read_text_file, several pages", call("read_text_file", { path: "long.md" })],
	["write_text_file", call("write_text_file", { path: "new.md", content: "new" })],
	["write_text_file over another", call("write_text_file", { path: "top.md", content: "new" })],
];

const descriptors = () => fs.readdirSync("/proc/self/fd").length;

async function runFailing(run: () => unknown, step: number): Promise<{ steps: string[]; left: number }> {
	const before = descriptors();
	taken = [];
	failing = step;
	isCounting = true;
	try {
		await run();
	} catch {
		// That it fails is what is asked for.
	} finally {
		isCounting = false;
	}
	return { steps: taken, left: descriptors() - before };
}

const leaks: string[] = [];
let steps = 0;
for (const [name, run] of work) {
	for (let step = 0; ; step++) {
		const done = await runFailing(run, step);
		if (step >= done.steps.length) break;
		steps++;
		if (done.left !== 0) leaks.push(`${name}: ${done.steps[step]}, step ${step} of ${done.steps.length}`);
	}
}
process.stdout.write(JSON.stringify({ steps, leaks }));
