/** Calls every tool over a root of which a part is excluded, and prints the paths, as JSON, that the filesystem was asked about. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const [folder = "", exclude = ""] = process.argv.slice(2);
const asked = new Set<string>();
const { readlinkSync } = fs;

/** A path through a descriptor, as the path that it leads to. */
function resolved(path: string): string {
	return path.replace(/^\/proc\/\w+\/fd\/\d+/, (descriptor) => {
		try {
			return readlinkSync(descriptor);
		} catch {
			return descriptor;
		}
	});
}

const BY_PATH = [
	"openSync",
	"lstatSync",
	"statSync",
	"readdirSync",
	"opendirSync",
	"readlinkSync",
	"accessSync",
] as const;
for (const name of BY_PATH) {
	const original = fs[name] as (...given: unknown[]) => unknown;
	Object.assign(fs, {
		[name]: (...given: unknown[]) => {
			if (typeof given[0] === "string") asked.add(resolved(given[0]));
			return original(...given);
		},
	});
}
syncBuiltinESMExports();

// Only now, so that it takes what is recorded.
const { createFilesToolset } = await import("../src/files-toolset.ts");
const { openRoot } = await import("../src/open-root.ts");
const toolset = createFilesToolset(openRoot({ root: folder, include: ["**"], exclude: [exclude] }));
const calls: ReadonlyArray<[tool: string, input: Record<string, string>]> = [
	["list_directory", {}],
	["list_directory", { path: "private" }],
	["list_directory", { path: "private/deep" }],
	["search_files", { query: "e" }],
	["search_text", { query: "text" }],
	["search_text", { query: "text", path: "private" }],
	["search_text", { query: "text", path: "private/key" }],
	["read_text_file", { path: "private/key" }],
	["read_text_file", { path: "private/deep/key" }],
	["read_text_file", { path: "open/file" }],
];
for (const [tool, input] of calls) await toolset.call(tool, input).catch(() => {});
const below = [...asked].filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length));
process.stdout.write(JSON.stringify(below));
