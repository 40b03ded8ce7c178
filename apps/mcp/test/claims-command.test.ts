import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";

const CAIRN = join(import.meta.dirname, "..", "bin", "cairn.mjs");
const folder = mkdtempSync(join(tmpdir(), "cairn-claims-command-"));
let files = 0;

afterAll(() => rmSync(folder, { recursive: true }));

/** `cairn claims` on a store of its own. */
function openCli() {
	const db = join(folder, `${++files}.db`);
	const run = (args: readonly string[], options: { input?: string; env?: Record<string, string> } = {}) => {
		const { status, stdout, stderr } = spawnSync(process.execPath, [CAIRN, "claims", ...args], {
			encoding: "utf8",
			input: options.input ?? "",
			env: { PATH: process.env.PATH ?? "", HOME: folder, CLAIMS_MCP_DB: db, ...options.env },
		});
		return { status, stdout, stderr };
	};
	const json = (args: readonly string[]) => JSON.parse(run([...args, "--json"]).stdout);
	return { db, run, json };
}

const ACME = ["acme", "priority", "slow", "0.8", "acme comes first", "--rank", "1"];

describe("cairn claims", () => {
	test("asserts, searches, confirms, retracts and tells the history, as its user", () => {
		const { run, json } = openCli();
		const { id } = json(["add", ...ACME, "--agent", "me"]);
		expect(run(["search", "COMES"]).stdout).toContain(`${id}  priority #1  0.80  acme    acme comes first`);
		expect(json(["confirm", id, "--confidence", "0.9"])).toMatchObject({
			ok: true,
			claim: { confidence: 0.9 },
		});
		expect(json(["retract", id])).toMatchObject({ ok: true, claim: { state: "retired" } });
		expect(json(["list", "--state", "active"])).toEqual([]);
		expect(json(["list"])).toMatchObject([{ id, state: "retired" }]);
		const changes: { change: string; by: string }[] = json(["history", id]);
		expect(changes.map(({ change }) => change)).toEqual(["retracted", "confirmed", "asserted"]);
		expect(changes[2]?.by).toBe("me");
		expect(changes[0]?.by).toMatch(/^[\w-]+$/);
	});

	test("tells contradictions, and what is stale", () => {
		const { run, json } = openCli();
		json(["add", ...ACME]);
		json(["add", "beta", "priority", "slow", "0", "beta comes first", "--rank", "1"]);
		const { stdout } = run(["contradictions"]);
		expect(stdout).toMatch(/^0\.60 {2}duplicate-rank {2}cl_[0-9a-f]{16} {2}acme\n {2}2 entities/);
		expect(json(["stale"])).toMatchObject([{ claim: { entity: "beta" }, decayed: 0, staleness: 1 }]);
		expect(json(["stale", "0"])).toHaveLength(2);
	});

	test("reads what was observed from a file or stdin", () => {
		const { run, json } = openCli();
		json(["add", ...ACME]);
		const observed = JSON.stringify({ signals: [{ acme: [5, 5, 5], beta: [1, 1, 1] }] });
		const file = join(folder, "observed.json");
		writeFileSync(file, observed);
		expect(json(["contradictions", "--observed", file])).toMatchObject([{ kind: "rank-drop", severity: 1 }]);
		expect(run(["contradictions", "--observed", "-"], { input: observed }).stdout).toContain("rank-drop");
		expect(run(["contradictions", "--observed", "-"], { input: "{" })).toMatchObject({ status: 2 });
		expect(run(["contradictions", "--observed", join(folder, "none")])).toMatchObject({ status: 2 });
	});

	test("says which store was asked when it is new or empty, unless the command line named it", () => {
		const { db, run } = openCli();
		const told = `cairn: the claims are those of ${db}, `;
		expect(run(["list"])).toMatchObject({
			status: 0,
			stdout: "No claims.\n",
			stderr: `${told}which is new; TOOLS_REGISTRY_URL names a server instead.\n`,
		});
		expect(run(["list", "--json"]).stderr).toContain(`${told}which has none; `);
		expect(run(["list", "--db", db]).stderr).toBe("");
		run(["add", ...ACME]);
		expect(run(["search", "nothing like it"])).toMatchObject({ stdout: "No claims.\n", stderr: "" });
	});

	test("says when a list is cut, and goes on from there", () => {
		const { run, json } = openCli();
		for (const n of ["1", "2", "3"]) json(["add", "a", "fact", "slow", "1", n]);
		const { stdout, stderr } = run(["list", "--limit", "2", "--json"]);
		expect(JSON.parse(stdout)).toHaveLength(2);
		const cursor = /^1 more: --cursor (\S+)\n$/.exec(stderr)?.[1] ?? "";
		expect(json(["list", "--limit", "2", "--cursor", cursor])).toMatchObject([{ claim: "3" }]);
		expect(run(["list", "--limit", "2"]).stdout).toContain("1 more: --cursor ");
	});

	test("shows hostile text as escapes", () => {
		const { run } = openCli();
		run(["add", "a\u202eb", "fact", "slow", "1", "\u001b[2J\u009b31m"]);
		for (const args of [["list"], ["list", "--json"]]) {
			const { stdout } = run(args);
			expect(stdout).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
		}
		expect(run(["list"]).stdout).toContain("\\u{1b}[2J\\u{9b}31m");
	});

	test.each([
		[["add", "acme", "opinion", "slow", "0.8", "x"], "kind must be one of"],
		[["add", "acme", "fact", "slow", "1.2", "x"], "confidence must be at most 1"],
		[["add", "acme", "fact", "slow", "high", "x"], "CONFIDENCE must be a number"],
		[["add", "acme", "priority", "slow", "1", "x", "--rank", "0"], "assertedRank must be at least 1"],
		[["add", "acme", "priority", "slow", "1", "x", "--rank", "1.5"], "assertedRank"],
		[["list", "--state", "gone"], "state must be one of"],
		[["stale", "2"], "minStaleness must be at most 1"],
		[["list", "--limit", "0"], "limit must be at least 1"],
		[["remember"], "Unknown command claims remember"],
		[[], "A command is missing after claims"],
	])("%j ends with 2 and says why", (args, words) => {
		const { status, stdout, stderr } = openCli().run(args);
		expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
		expect(stderr).toContain(words);
		expect(stderr).toContain("Run cairn claims --help");
	});

	test.each([["confirm"], ["retract"], ["history"]])(
		"%s of an unknown id ends with 1 and names it",
		(name) => {
			const { status, stderr } = openCli().run([name, "cl_nope"]);
			expect(status).toBe(1);
			expect(stderr).toContain('There is no claim "cl_nope"; cairn claims list');
			expect(stderr).not.toContain("claim_search");
		},
	);

	test("a server that can't be reached ends with 1", () => {
		const { status, stderr } = openCli().run(["list"], { env: { TOOLS_REGISTRY_URL: "http://127.0.0.1:4" } });
		expect(status).toBe(1);
		expect(stderr).toContain("can't be reached");
	});

	test("--db wins over the environment", () => {
		const { run, json } = openCli();
		json(["add", ...ACME, "--db", join(folder, "other.db")]);
		expect(json(["list"])).toEqual([]);
		expect(run(["list", "--db", join(folder, "other.db")]).stdout).toContain("acme");
	});

	test.each([["--help"], ["help"]])("%s shows every command", (...args) => {
		const { status, stdout } = openCli().run(args);
		expect(status).toBe(0);
		for (const command of [
			"add",
			"search",
			"list",
			"stale",
			"contradictions",
			"confirm",
			"retract",
			"history",
		])
			expect(stdout).toContain(`  ${command} `);
		for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
	});
});
