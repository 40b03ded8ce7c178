import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const CAIRN = join(import.meta.dirname, "..", "bin", "cairn.mjs");
const MODERN = "2026-07-28";
const MAX_RESULT_BYTES = 48_000;
const TOOLS = ["list_directory", "read_text_file", "search_files", "search_text", "write_text_file"];

let folder: string;

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), "cairn-files-program-"));
	mkdirSync(join(folder, "lib"));
	writeFileSync(join(folder, "lib", "a.ts"), "export const a = 1;\n");
	writeFileSync(join(folder, "controls.txt"), `${"\u0001".repeat(900)}\n`.repeat(60));
	writeFileSync(join(folder, "quotes.txt"), '\\"'.repeat(40_000));
	writeFileSync(join(folder, "wide.txt"), `${'word \\" '.repeat(100)}\n`.repeat(400));
	for (let index = 0; index < 400; index++)
		writeFileSync(join(folder, "lib", `${"n".repeat(200)}${index}`), "");
	symlinkSync(folder, join(folder, "link"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Message = { jsonrpc: "2.0"; id?: number; method: string; params?: Record<string, unknown> };

const modern = (
	id: number,
	method: string,
	params: Record<string, unknown> = {},
	version = MODERN,
): Message => ({
	jsonrpc: "2.0",
	id,
	method,
	params: {
		...params,
		_meta: {
			"io.modelcontextprotocol/protocolVersion": version,
			"io.modelcontextprotocol/clientInfo": { name: "t", version: "1" },
			"io.modelcontextprotocol/clientCapabilities": {},
		},
	},
});

const initialize: Message = {
	jsonrpc: "2.0",
	id: 1,
	method: "initialize",
	params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};

/** Runs the program as a host that inherits nothing does: absolute paths, an empty environment. */
function run(args: readonly string[], messages: readonly Message[] = [], cwd = "/") {
	const input = messages.map((message) => `${JSON.stringify(message)}\n`).join("");
	const options = { input, cwd, env: {}, encoding: "utf8", maxBuffer: 1e9 } as const;
	const { status, stdout, stderr } = spawnSync(process.execPath, [CAIRN, ...args], options);
	const lines = stdout.split("\n").filter((line) => line.startsWith("{"));
	// A refusal may overtake an answer.
	const answers = lines.map((line) => JSON.parse(line)).sort((a, b) => a.id - b.id);
	return { status, stdout, stderr, answers };
}

const serve = (messages: readonly Message[], ...args: string[]) =>
	run(["files", "--root", folder, "--include", "**", ...args], messages);

describe("cairn files", () => {
	test("starts with an empty environment and absolute paths, and offers its five tools alone", () => {
		const { status, stderr, answers } = serve([modern(1, "server/discover"), modern(2, "tools/list")]);
		expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
		expect(answers[0].result).toMatchObject({ supportedVersions: [MODERN] });
		expect(Object.keys(answers[0].result.capabilities)).toEqual(["tools"]);
		expect(answers[1].result.tools.map(({ name }: { name: string }) => name)).toEqual(TOOLS);
	});

	test("takes a root relative to the working directory", () => {
		const call = modern(1, "tools/call", { name: "list_directory", arguments: { path: "lib", limit: 1 } });
		const { answers } = run(
			["files", "--root", "lib", "--include", "*.ts"],
			[modern(1, "tools/call", { name: "list_directory", arguments: {} })],
			folder,
		);
		expect(answers[0].result.structuredContent.items).toEqual([{ name: "a.ts", kind: "file", path: "a.ts" }]);
		expect(
			run(["files", "--root", ".", "--include", "lib/a.ts"], [call], folder).answers[0].result.isError,
		).not.toBe(true);
	});

	test("writes nothing to stdout but protocol, whatever comes in", () => {
		const input = 'no JSON\n{"jsonrpc":"2.0"}\n\n[]\n\u0000\n{"jsonrpc":"2.0","id":9,"method":"nope"}\n';
		const { stdout, status } = spawnSync(
			process.execPath,
			[CAIRN, "files", "--root", folder, "--include", "lib/**"],
			{
				input,
				env: {},
			},
		);
		expect(status).toBe(0);
		expect(stdout.at(-1)).toBe(10);
		for (const line of stdout.toString("utf8").trimEnd().split("\n"))
			expect(JSON.parse(line).jsonrpc).toBe("2.0");
		expect(stdout.includes(13)).toBe(false);
	});

	test("says on stderr when nothing can be written, and serves all the same", () => {
		const { stderr, answers } = run(
			["files", "--root", folder, "--include", "lib/**"],
			[modern(1, "tools/call", { name: "write_text_file", arguments: { path: "a.md", content: "" } })],
		);
		expect(stderr).toBe(
			"cairn files: no --include pattern matches a file in the root itself, so write_text_file will refuse every call.\n",
		);
		expect(answers[0].result.content[0].text).toContain("no --include pattern of this root");
	});

	test.each<[string[], string]>([
		[[], "--root DIR and --include GLOB are missing"],
		[["--include", "**"], "--include needs --root"],
		[["--root", "/"], "--include is missing"],
		[
			["--root", "/nowhere/at/all", "--include", "**"],
			'--root does not exist: there is no "/nowhere/at/all". ',
		],
		[["--root", "manuals", "--include", "**"], '--root does not exist: there is no "manuals" in "/". '],
		[["--root", "/dev/null", "--include", "**"], "not a directory"],
		[["--root", "", "--include", "**"], "must name a directory"],
		[["--root", "/", "--include", "/a"], "matches no path"],
		[["--root", "/", "--include", "**", "--max-files", "0"], "--max-files must be a whole number"],
		[["--root", "/", "--include", "**", "--max-files", "1e3"], "--max-files must be a whole number"],
		[["--root", "/", "--include", "**", "extra"], '"extra" belongs to no option'],
		[["--root"], "--root needs a value"],
		[["--bogus"], "There is no option --bogus."],
	])("%j ends with 64 and one line", (args, words) => {
		const { status, stdout, stderr } = run(["files", ...args]);
		expect({ status, stdout }).toEqual({ status: 64, stdout: "" });
		expect(stderr).toMatch(/^cairn files: [^\n]+\n$/);
		expect(stderr).toContain(words);
	});

	test("with a link as its root ends with 64", () => {
		expect(run(["files", "--root", join(folder, "link"), "--include", "**"])).toMatchObject({
			status: 64,
			stdout: "",
		});
	});

	test.each([
		["x", 'there is no "x" in the working directory, which was removed. '],
		[".", "--root does not exist; "],
	])("from a working directory that was removed, the root %j ends with 64 and one line", (root, words) => {
		const gone = mkdtempSync(join(tmpdir(), "cairn-gone-"));
		const script = 'cd "$0" && rmdir "$0" && exec "$@"';
		const args = ["-c", script, gone, process.execPath, CAIRN, "files", "--root", root, "--include", "**"];
		const { status, stdout, stderr } = spawnSync("/bin/sh", args, { input: "", env: {}, encoding: "utf8" });
		expect({ status, stdout }).toEqual({ status: 64, stdout: "" });
		expect(stderr).toMatch(/^cairn files: [^\n]+\n$/);
		expect(stderr).toContain(words);
	});

	test("--help says what there is", () => {
		expect(run(["files", "--help"])).toMatchObject({
			status: 0,
			stderr: "",
			stdout: expect.stringContaining("--max-entries N"),
		});
	});
});

describe("the protocol versions of cairn files", () => {
	const unsupported = { code: -32022, data: { supported: [MODERN] } };

	test("are 2026-07-28 alone: an older opening is told so, and a modern one may follow", () => {
		const { answers } = serve([initialize, modern(2, "tools/list")]);
		expect(answers[0].error).toMatchObject({
			...unsupported,
			data: { supported: [MODERN], requested: "2025-06-18" },
		});
		expect(answers[0].error.message).toContain(MODERN);
		expect(answers[0].error.message).toContain("--legacy");
		expect(answers[1].result.tools).toHaveLength(TOOLS.length);
	});

	test("are looked at in each request, not only in the first", () => {
		const { answers } = serve([
			modern(1, "tools/list"),
			modern(2, "tools/list", {}, "2025-11-25"),
			{ ...initialize, id: 3 },
		]);
		expect(answers[0].result).toBeDefined();
		expect(answers[1].error).toMatchObject(unsupported);
		expect(answers[2].error).toMatchObject(unsupported);
	});

	test("are both with --legacy", () => {
		const list: Message = { jsonrpc: "2.0", id: 2, method: "tools/list" };
		const { answers } = serve([initialize, list], "--legacy");
		expect(answers[0].result.protocolVersion).toBe("2025-06-18");
		expect(answers[1].result.tools).toHaveLength(TOOLS.length);
		expect(serve([modern(1, "tools/list")], "--legacy").answers[0].result.tools).toHaveLength(TOOLS.length);
	});
});

/** A program that is asked one thing after the other. */
function open(args: readonly string[], legacy: boolean) {
	const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [CAIRN, ...args], { env: {} });
	child.stderr.resume();
	const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
	let id = 1;
	const ask = async (message: Message) => {
		child.stdin.write(`${JSON.stringify(message)}\n`);
		return JSON.parse((await lines.next()).value);
	};
	return {
		ask,
		call: (name: string, input: Record<string, unknown>) => {
			const params = { name, arguments: input };
			return ask(
				legacy
					? { jsonrpc: "2.0", id: ++id, method: "tools/call", params }
					: modern(++id, "tools/call", params),
			);
		},
		async close() {
			const exit = once(child, "exit");
			child.stdin.end();
			await exit;
		},
	};
}

describe.each([
	["2026-07-28", false],
	["2025", true],
])("a whole result in the %s era", (_era, legacy) => {
	test("has 48,000 bytes at most, on every page of every tool, and is nearly full where there is more", async () => {
		const args = ["files", "--root", folder, "--include", "**", ...(legacy ? ["--legacy"] : [])];
		const program = open(args, legacy);
		if (legacy) await program.ask(initialize);
		const calls: ReadonlyArray<readonly [string, Record<string, unknown>]> = [
			["list_directory", { path: "lib" }],
			["search_files", { query: "n" }],
			["search_text", { query: "\u0001" }],
			["search_text", { query: "word" }],
			["read_text_file", { path: "controls.txt", stat: true }],
			["read_text_file", { path: "quotes.txt", stat: true }],
		];
		for (const [tool, input] of calls) {
			let cursor: string | undefined;
			let largest = 0;
			do {
				const { result } = await program.call(tool, { ...input, ...(cursor !== undefined && { cursor }) });
				expect(result.isError).not.toBe(true);
				expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
				largest = Math.max(largest, Buffer.byteLength(JSON.stringify(result)));
				cursor = result.structuredContent.next_cursor ?? undefined;
			} while (cursor !== undefined);
			expect(largest).toBeLessThanOrEqual(MAX_RESULT_BYTES);
			expect(largest).toBeGreaterThan(MAX_RESULT_BYTES / 2);
		}
		await program.close();
	});
});

describe("cairn mcp with a root", () => {
	const scripts = { TOOLS_SCRIPTS_DIR: join(tmpdir(), "cairn-no-scripts-here") };

	test.each([
		["2025", [initialize, { jsonrpc: "2.0", id: 2, method: "tools/list" } as Message]],
		["2026-07-28", [modern(1, "server/discover"), modern(2, "tools/list")]],
	])("offers the five beside the others in era %s", (_era, messages) => {
		const args = ["mcp", "--db", join(folder, "x.db"), "--root", folder, "--include", "**"];
		const options = {
			input: messages.map((message) => `${JSON.stringify(message)}\n`).join(""),
			env: scripts,
			encoding: "utf8",
		} as const;
		const { stdout } = spawnSync(process.execPath, [CAIRN, ...args], options);
		const { result } = JSON.parse(stdout.trim().split("\n")[1] ?? "");
		const names = result.tools.map(({ name }: { name: string }) => name);
		expect(names).toEqual(expect.arrayContaining([...TOOLS, "read_file", "append_log"]));
	});

	test("that can't be served ends before it serves", () => {
		const { status, stderr, stdout } = run(["mcp", "--root", "/nowhere", "--include", "**"]);
		expect({ status, stdout }).toEqual({ status: 64, stdout: "" });
		expect(stderr).toContain("--root does not exist");
	});
});
