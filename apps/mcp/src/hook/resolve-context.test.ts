import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { resolveContext } from "./resolve-context.ts";

let home: string;

beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), "cairn-context-"));
	for (const folder of [".claude", "jobs/acme/api", "jobs-old", "own/garden", "jobs/acme/hobby"])
		mkdirSync(join(home, folder), { recursive: true });
	symlinkSync(join(home, "jobs"), join(home, "link-to-jobs"));
	symlinkSync(join(home, "own/garden"), join(home, "jobs/acme/garden"));
});
afterEach(() => rmSync(home, { recursive: true }));

function readFile(path: string): string | undefined {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return undefined;
	}
}

/** The context of a folder below the home folder, with a `!` behind it when it's certain. */
function contextIn(folder: string, files: { map?: unknown; active?: string } = {}): string {
	const put = (name: string, content: string) => writeFileSync(join(home, ".claude", name), content);
	if (files.active !== undefined) put(".active-context", files.active);
	if (files.map !== undefined)
		put("context-map.json", typeof files.map === "string" ? files.map : JSON.stringify(files.map));
	const cwd = folder.startsWith("/") ? folder : join(home, folder);
	const { context, isCertain } = resolveContext({ home, cwd, readFile });
	return isCertain ? `${context}!` : context;
}

const WORK = { work: ["~/jobs"] };

describe("the context of a folder", () => {
	test.each([
		["no file says anything", "jobs", {}, "private"],
		["the override says work", "own", { active: "work\n" }, "work!"],
		["the override says private within work", "jobs", { active: "Private", map: WORK }, "private!"],
		["the override says something else", "jobs", { active: "holiday", map: WORK }, "work!"],
		["the override is empty", "jobs", { active: "", map: WORK }, "work!"],
		["the folder is one of the map", "jobs", { map: WORK }, "work!"],
		["the folder is in one of the map", "jobs/acme/api", { map: WORK }, "work!"],
		["the folder only begins with the same letters", "jobs-old", { map: WORK }, "private"],
		["the map's path ends with a slash", "jobs/acme", { map: { work: ["~/jobs/"] } }, "work!"],
		["the map's path goes up and down", "jobs/acme", { map: { work: ["~/own/../jobs/./"] } }, "work!"],
		["the map names the home folder as ~", "own", { map: { private: ["~"] } }, "private!"],
		["the map names another person's ~", "own", { map: { work: ["~root"] } }, "private"],
		["the longest path wins: work", "jobs/acme/api", { map: { private: ["~"], work: ["~/jobs"] } }, "work!"],
		[
			"the longest path wins: private",
			"jobs/acme/hobby",
			{ map: { work: ["~/jobs"], private: ["~/jobs/acme/hobby", "~"] } },
			"private!",
		],
		["the folder is reached by a link", "link-to-jobs/acme", { map: WORK }, "work!"],
		["the map names a link", "jobs/acme", { map: { work: ["~/link-to-jobs"] } }, "work!"],
		[
			"a link in work leads to a private folder",
			"jobs/acme/garden",
			{ map: { ...WORK, private: ["~/own"] } },
			"private!",
		],
		["the folder is gone", "jobs/acme/gone/deeper", { map: WORK }, "work!"],
		["the folder is gone and was reached by a link", "link-to-jobs/gone", { map: WORK }, "work!"],
		["the map names a folder that isn't there", "own", { map: { work: ["~/nothing"] } }, "private"],
		["both name the same folder", "jobs", { map: { work: ["~/jobs"], private: ["~/jobs"] } }, "private"],
		["the map's root is all there is", "/", { map: { work: ["/"] } }, "work!"],
		["the map's root holds everything", "own", { map: { work: ["/"] } }, "work!"],
		["a path is relative", "jobs", { map: { work: ["jobs", "./jobs", ""] } }, "private"],
		["the map is no JSON", "jobs", { map: "{work: [" }, "private"],
		["the map is a list", "jobs", { map: ["~/jobs"] }, "private"],
		["the map holds other things than paths", "jobs", { map: { work: [7, null, {}, "~/jobs"] } }, "work!"],
		["the map has a path in place of a list", "jobs", { map: { work: "~/jobs" } }, "private"],
	] as const)("when %s", (_when, folder, files, expected) => {
		expect(contextIn(folder, files)).toBe(expected);
	});
});
