import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const MODULE = new URL("./hide-environment.ts", import.meta.url).href;

/** A program that changes something, hides its environment, and tells what it and others see of it. */
const program = (change: string) => `
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { hideEnvironment } from ${JSON.stringify(MODULE)};
${change}
const before = { ...process.env };
hideEnvironment(process.env);
const child = ["-e", "process.stdout.write(JSON.stringify(process.env))"];
console.log(JSON.stringify({
	before,
	after: process.env,
	inherited: JSON.parse(execFileSync(process.execPath, child, { encoding: "utf8" })),
	shown: readFileSync("/proc/self/environ", "utf8"),
}));`;

async function hideIn(env: Record<string, string>, change = "") {
	const args = ["--import", import.meta.resolve("tsx"), "--input-type=module", "-e", program(change)];
	const { stdout } = await promisify(execFile)(process.execPath, args, {
		env,
		maxBuffer: 64 * 1024 * 1024,
	});
	return JSON.parse(stdout);
}

describe.runIf(process.platform === "linux")(
	"a program's environment is its own and its children's alone",
	() => {
		test.each<[string, Record<string, string>, string?]>([
			["when it's an ordinary one", { TOKEN: "s3cret", EMPTY: "", WORDS: "größe 漢字 = s3cret\n" }],
			["when it's of one variable", { TOKEN: "s3cret" }],
			["when there is none", {}],
			[
				"when it's huge",
				Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`V${i}`, "s3cret".repeat(20_000)])),
			],
			["when the program's title was changed", { TOKEN: "s3cret" }, `process.title = "t".repeat(10_000)`],
			[
				"when variables were changed before",
				{ TOKEN: "s3cret", GONE: "s3cret" },
				`process.env.TOKEN = "other"; process.env.NEW = "1"; delete process.env.GONE;`,
			],
			["when it's hidden twice", { TOKEN: "s3cret" }, "hideEnvironment(process.env);"],
		])("%s", async (_what, env, change) => {
			const { before, after, inherited, shown } = await hideIn(env, change);
			expect(after).toEqual(before);
			expect(inherited).toEqual(before);
			expect(shown).not.toContain("s3cret");
			for (const name of Object.keys(env)) expect(shown).toContain(`${name}=\0`);
		});
	},
);
