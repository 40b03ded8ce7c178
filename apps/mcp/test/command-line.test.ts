import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const CAIRN = join(import.meta.dirname, "..", "bin", "cairn.mjs");

function run(
	args: readonly string[],
	{ input = "", env = {} }: { input?: string; env?: Record<string, string> } = {},
) {
	const options = {
		input,
		encoding: "utf8",
		env: { PATH: process.env.PATH ?? "", HOME: tmpdir(), ...env },
	} as const;
	const { status, stdout, stderr } = spawnSync(process.execPath, [CAIRN, ...args], options);
	return { status, stdout, stderr };
}

const initialize = {
	jsonrpc: "2.0",
	id: 1,
	method: "initialize",
	params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};

describe("cairn's command line", () => {
	test.each([["--help"], ["-h"], ["help"], ["mcp", "--help"]])("%s %s says what there is", (...args) => {
		const { status, stdout } = run(args);
		expect(status).toBe(0);
		expect(stdout).toContain("Usage: cairn <command>");
	});

	test.each([["--help"], ["files --help"], ["claims --help"], ["import --help"], ["doctor --help"]])(
		"%s fits a terminal",
		(args) => {
			const { status, stdout } = run(args.split(" "));
			expect(status).toBe(0);
			expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
		},
	);

	test("--version is a version", () => expect(run(["--version"]).stdout).toMatch(/^\d+\.\d+\.\d+\n$/));

	test.each([
		[[], "A command is missing"],
		[["mpc"], "Unknown command mpc"],
		[["mcp", "--bd", "x"], "--bd"],
		[["mcp", "extra"], "extra"],
		[["mcp", "--agent", "a b"], "--agent may hold only"],
	])("%j ends with 64 and one sentence", (args, words) => {
		const { status, stdout, stderr } = run(args);
		expect({ status, stdout }).toEqual({ status: 64, stdout: "" });
		expect(stderr).toContain(words);
		expect(stderr).not.toContain("    at ");
	});

	test.each([
		["files", "--root", 64],
		["files", "--max-files", 64],
		["files", "--max-depth", 64],
		["files", "--max-directories", 64],
		["files", "--max-entries", 64],
		["files", "--max-file-bytes", 64],
		["files", "--max-scan-bytes", 64],
		["files", "--max-write-bytes", 64],
		["mcp", "--root", 64],
		["mcp", "--db", 64],
		["mcp", "--agent", 64],
		["mcp --http", "--port", 64],
		["mcp --http", "--host", 64],
		["claims list", "--db", 2],
		["claims list", "--agent", 2],
		["claims list", "--entity", 2],
		["claims list", "--limit", 2],
		["claims search x", "--state", 2],
		["import", "--scratchpad", 64],
		["import", "--claims", 64],
		["import", "--db", 64],
		["doctor", "--db", 64],
	])("%s takes %s once", (command, flag, exitCode) => {
		const { status, stdout, stderr } = run([...command.split(" "), flag, "1", `${flag}=2`]);
		expect({ status, stdout }).toEqual({ status: exitCode, stdout: "" });
		expect(stderr).toContain(`${flag} takes one value, and is there more than once`);
	});

	test("a setting that can't be used ends it before it serves", () => {
		const { status, stderr } = run(["mcp"], { env: { TOOLS_REGISTRY_URL: "server:3457" } });
		expect(status).toBe(64);
		expect(stderr).toContain("TOOLS_REGISTRY_URL must be an http or https address");
	});

	test("listing tools opens no store, and the end of input ends the program", async () => {
		const folder = await mkdtemp(join(tmpdir(), "cairn-cli-"));
		const db = join(folder, "new", "cairn.db");
		const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };
		const input = `${JSON.stringify(initialize)}\n${JSON.stringify(list)}\n`;
		const { status, stdout, stderr } = run(["mcp", "--db", db], { input });
		expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
		expect(stdout.trim().split("\n")).toHaveLength(2);
		expect(existsSync(db)).toBe(false);
		await rm(folder, { recursive: true });
	});

	test("a store that can't be opened is told by each call, without a path", async () => {
		const call = { name: "get_usage_stats", arguments: { agent_id: "a" } };
		const request = { jsonrpc: "2.0", id: 2, method: "tools/call", params: call };
		const input = `${JSON.stringify(initialize)}\n${JSON.stringify(request)}\n`;
		const { stdout } = run(["mcp", "--db", "/dev/null/cairn.db"], { input });
		const answer = JSON.parse(stdout.trim().split("\n")[1] ?? "");
		expect(answer.result.isError).toBe(true);
		expect(answer.result.content[0].text).toContain("The store's file can't be opened");
		expect(JSON.stringify(answer)).not.toContain("/dev/null");
	});
});
