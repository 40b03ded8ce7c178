import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkout, startProgram } from "./started-program.ts";

let clone: string;
let copied: string[];

beforeAll(() => {
	clone = mkdtempSync(path.join(tmpdir(), "cairn-clone-"));
	copied = filesOf(checkout);
	for (const file of copied) cpSync(path.join(checkout, file), path.join(clone, file));
});

// It has all of node_modules in it.
afterAll(() => rmSync(clone, { recursive: true, force: true }), 600_000);

describe("a fresh clone with nothing but Node.js and npm", () => {
	test("needs no other command than npm start", { timeout: 600_000 }, async () => {
		const data = path.join(clone, "data");
		const ports = ["--registry-port", "0", "--admin-port", "0", "--convert-port", "0"];
		const program = startProgram("npm", ["start", "--", ...ports, "--data", data], { cwd: clone });
		try {
			await program.says("Ctrl-C stops everything.");
		} finally {
			program.child.kill("SIGTERM");
			await program.ended;
		}
		const { version } = JSON.parse(readFileSync(path.join(clone, "apps", "mcp", "package.json"), "utf8"));
		const cairn = path.join(clone, "node_modules", ".bin", "cairn");
		expect(execFileSync(cairn, ["--version"], { encoding: "utf8" })).toBe(`${version}\n`);
		expect(untracked()).toEqual([]);
	});
});

/** What the set-up left in the clone that git would show. */
function untracked(): string[] {
	execFileSync("git", ["init", "--quiet"], { cwd: clone });
	const known = new Set(copied);
	return filesOf(clone).filter((file) => !known.has(file));
}

function filesOf(folder: string): string[] {
	const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
	return execFileSync("git", args, { cwd: folder, encoding: "utf8" }).split("\0").filter(Boolean);
}
