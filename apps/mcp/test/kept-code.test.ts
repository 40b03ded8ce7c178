import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { deserialize, serialize } from "node:v8";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";

const BIN = join(import.meta.dirname, "..", "bin");
const RUNNER = `import { runWithKeptCode } from ${JSON.stringify(pathToFileURL(join(BIN, "kept-code.mjs")).href)};
runWithKeptCode(process.argv[1], process.argv[2]);`;

let folder: string;
let kept: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "cairn-kept-code-"));
	const made = folder;
	onTestFinished(() => rmSync(made, { recursive: true, force: true }));
	kept = join(folder, "kept.bin");
	writeFileSync(join(folder, "part.cjs"), `exports.word = "part"; exports.folder = __dirname;`);
	writeFileSync(join(folder, "later.cjs"), `exports.word = "later";`);
	plantEntry("one");
});

function plantEntry(word: string): void {
	writeFileSync(
		join(folder, "entry.cjs"),
		`const part = require("./part.cjs");
const { basename } = require("node:path");
// In the turn after the one in which the start ends; a timer may come before that on a busy machine.
setImmediate(() => setImmediate(() => {
	console.log(${JSON.stringify(word)}, part.word, require("./part.cjs") === part, require("./later.cjs").word);
	console.log(basename(__filename), part.folder === __dirname);
}));`,
	);
}

function run(file = kept): string {
	const args = ["--input-type=module", "--eval", RUNNER, join(folder, "entry.cjs"), file];
	const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
	expect(stderr).toBe("");
	return stdout;
}

const SAID = "one part true later\nentry.cjs true\n";

describe("code that is kept from one start to the next", () => {
	test("is that of the scripts that a start loads, and is kept once", () => {
		expect(run()).toBe(SAID);
		const { ino } = statSync(kept);
		expect([...deserialize(readFileSync(kept)).code.keys()]).toEqual(["entry.cjs", "part.cjs"]);
		expect(run()).toBe(SAID);
		expect(statSync(kept).ino).toBe(ino);
		expect(readdirSync(folder).sort()).toEqual(["entry.cjs", "kept.bin", "later.cjs", "part.cjs"]);
	});

	test("is not taken for that of another program, be it of the same length", () => {
		run();
		plantEntry("two");
		expect(run()).toBe(SAID.replace("one", "two"));
		expect(deserialize(readFileSync(kept)).entry).toContain('"two"');
	});

	test.each([
		["empty", () => Buffer.alloc(0)],
		["torn", (whole: Buffer) => whole.subarray(0, whole.length / 2)],
		["no such thing", () => Buffer.from("something else")],
	])("is made anew where the file is %s", (_what, damage) => {
		run();
		const whole = readFileSync(kept);
		writeFileSync(kept, damage(whole));
		expect(run()).toBe(SAID);
		expect(deserialize(readFileSync(kept)).code.size).toBe(2);
	});

	test("of another version of V8 is made anew", () => {
		run();
		const { entry, code } = deserialize(readFileSync(kept));
		const other = new Map([...code].map(([name, bytes]) => [name, Buffer.from(bytes).fill(1, 4, 12)]));
		writeFileSync(kept, serialize({ entry, code: other }));
		const { ino } = statSync(kept);
		expect(run()).toBe(SAID);
		expect(statSync(kept).ino).not.toBe(ino);
	});

	test("makes no difference to a script that is missing", () => {
		const missing = `try { require("./absent.cjs"); } catch ({ code }) { console.log(code); }`;
		writeFileSync(join(folder, "entry.cjs"), missing);
		expect([run(), run()]).toEqual(["MODULE_NOT_FOUND\n", "MODULE_NOT_FOUND\n"]);
	});

	test("is done without where it can't be kept", () => {
		const file = join(folder, "missing", "kept.bin");
		expect(run(file)).toBe(SAID);
		expect(existsSync(file)).toBe(false);
	});
});

test("a session of the program keeps its code, and another command has none", () => {
	const dist = join(BIN, "..", "dist");
	rmSync(join(dist, "kept-files.bin"), { force: true });
	const keptNow = () => readdirSync(dist).filter((name) => name.startsWith("kept-"));
	const run = (...args: string[]) =>
		spawnSync(process.execPath, [join(BIN, "cairn.mjs"), ...args], { input: "", encoding: "utf8" });
	expect(run("files", "--root", BIN, "--include", "**")).toMatchObject({ status: 0, stdout: "", stderr: "" });
	expect(run("--version").status).toBe(0);
	// Node 22.1 and later keep it themselves, elsewhere.
	const isOurs = !("enableCompileCache" in process.getBuiltinModule("node:module"));
	expect(keptNow().includes("kept-files.bin")).toBe(isOurs);
	expect(keptNow()).not.toContain("kept---version.bin");
});
