import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkout } from "./checkout.mjs";
import { tryRun } from "./run.mjs";

const MAKE_READY = `
	import { makeSqliteReady, sqliteIsReady } from "./tools/native-sqlite.mjs";
	import { exitOnError } from "./tools/setup-error.mjs";
	await exitOnError(async () => {
		if (!sqliteIsReady()) await makeSqliteReady();
		console.log("ready:", sqliteIsReady());
	});`;

/** An install script that makes what is asked for of what was planted for it, and notes how the compiler was called. */
const INSTALL = `
	const { copyFileSync, mkdirSync, appendFileSync } = require("node:fs");
	const { npm_config_build_from_source, CXXFLAGS, CPLUS_INCLUDE_PATH } = process.env;
	const kind = npm_config_build_from_source ? "compiled" : "published";
	mkdirSync("build/Release", { recursive: true });
	copyFileSync(kind, "build/Release/better_sqlite3.node");
	appendFileSync("made.jsonl", JSON.stringify({ kind, CXXFLAGS, CPLUS_INCLUDE_PATH }) + "\\n");`;

const LOAD = `
	require("node:fs").statSync(require("node:path").join(__dirname, "build", "Release", "better_sqlite3.node"));
	module.exports = class { close() {} };`;

const SOUND = "_ZN4node25AddEnvironmentCleanupHookEPN2v87IsolateEPFvPvES3_";
const UNSOUND = "_ZN4node28RemoveEnvironmentCleanupHookEPN2v87IsolateEPFvPvES3_";

let folder;
let place;
let library;

beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), "cairn-sqlite-"));
	place = path.join(folder, "check out");
	library = path.join(place, "node_modules", "better-sqlite3");
	cpSync(path.join(checkout, "tools"), path.join(place, "tools"), { recursive: true });
	mkdirSync(library, { recursive: true });
	const dependencies = { "better-sqlite3": "1.0.0" };
	const allowScripts = { "better-sqlite3@1.0.0": true };
	plant(path.join(place, "package.json"), { name: "checkout", type: "module", dependencies, allowScripts });
	const scripts = { install: "node install.js" };
	plant(path.join(library, "package.json"), { name: "better-sqlite3", version: "1.0.0", scripts });
	writeFileSync(path.join(library, "install.js"), INSTALL);
	writeFileSync(path.join(library, "index.js"), LOAD);
});

afterEach(() => rmSync(folder, { recursive: true }));

const plant = (file, json) => writeFileSync(file, JSON.stringify(json));

/** Sets up with these binaries to be had, and tells which of them were made. */
async function setUpWith(binaries) {
	for (const [kind, text] of Object.entries(binaries)) writeFileSync(path.join(library, kind), text);
	const env = { XDG_CACHE_HOME: path.join(folder, "cache"), CXXFLAGS: "-O2", CPLUS_INCLUDE_PATH: "/include" };
	const args = ["--input-type=module", "--eval", MAKE_READY];
	const { code, output } = await tryRun(process.execPath, args, { cwd: place, env });
	const made = readFileSync(path.join(library, "made.jsonl"), "utf8").trim().split("\n").map(JSON.parse);
	return { code, output, made, kinds: made.map(({ kind }) => kind) };
}

describe("a binary of SQLite", () => {
	test("is the published one, which is made once", async () => {
		const first = await setUpWith({ published: SOUND });
		expect(first).toMatchObject({ code: 0, kinds: ["published"] });
		expect(first.output).toContain("ready: true");
		expect(await setUpWith({ published: SOUND })).toMatchObject({ code: 0, kinds: ["published"] });
	});

	test("that would abort Node.js is compiled anew, with our header before all others", async () => {
		const { code, output, made } = await setUpWith({ published: UNSOUND, compiled: SOUND });
		expect(code, output).toBe(0);
		expect(output).toContain("ready: true");
		const compiler = {
			CXXFLAGS: "-O2 -include object-wrap.h",
			CPLUS_INCLUDE_PATH: `${path.join(place, "tools", "native")}${path.delimiter}/include`,
		};
		expect(made).toEqual([
			{ kind: "published", ...compiler },
			{ kind: "compiled", ...compiler },
		]);
	});

	test("that an earlier set-up took for good is looked at again, here and in the cache", async () => {
		await setUpWith({ published: SOUND });
		const inCache = path.join(folder, "cache", "cairn");
		const cached = `better-sqlite3-1.0.0-${process.versions.modules}-${process.platform}-${process.arch}`;
		const release = path.join("build", "Release", "better_sqlite3.node");
		for (const file of [path.join(library, release), path.join(inCache, cached, release)])
			writeFileSync(file, UNSOUND);
		const again = await setUpWith({ published: SOUND });
		expect(again).toMatchObject({ code: 0, kinds: ["published", "published"] });
		expect(readFileSync(path.join(inCache, cached, release), "utf8")).toBe(SOUND);
	});

	test("that would abort Node.js however it is made is told, and not used", async () => {
		const { code, output } = await setUpWith({ published: UNSOUND, compiled: UNSOUND });
		expect(code).toBe(1);
		expect(output).toMatch(/would abort Node\.js v[\d.]+ at some moment; use Node\.js 22\./);
	});
});
