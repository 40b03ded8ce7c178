import type { RequestListener } from "node:http";
import { describe, expect, test } from "vitest";
import { openHook, startServer } from "./hook-fixture.ts";

const FOUND = {
	tools: [{ name: "md_to_pdf", summary: "Makes a PDF." }],
	knowledge: [{ type: "fact", name: "router", summary: "Restart by button." }],
	playbooks: [],
	routines: [{ name: "Tidy", summary: "Leave no debug output." }],
	keywords: ["pdf"],
};
const submission = (prompt: unknown = "make a pdf please", more: object = {}) =>
	JSON.stringify({ hook_event_name: "UserPromptSubmit", session_id: "s", prompt, ...more });
const json =
	(body: unknown, status = 200): RequestListener =>
	(_request, response) => {
		response.writeHead(status, { "content-type": "application/json" });
		response.end(typeof body === "string" ? body : JSON.stringify(body));
	};
const SILENT = { code: 0, stdout: "", stderr: "" };

describe("the hook", () => {
	test("asks a server of the published shape as its settings say, and tells what it found", async () => {
		using hook = openHook();
		await using server = await startServer(json(FOUND));
		const entry = { type: "http", url: `${server.url}/mcp`, headers: { Authorization: "Bearer rem" } };
		hook.put(".claude.json", JSON.stringify({ mcpServers: { "ai-rem": entry } }));
		hook.put(".claude/context-map.json", JSON.stringify({ work: ["~/jobs"] }));
		hook.put("jobs/acme/readme.md", "");
		const { code, stdout } = await hook.run(
			submission("make a pdf please", { cwd: `${hook.home}/jobs/acme` }),
		);
		expect(code).toBe(0);
		expect(stdout).toContain("<active-context>work</active-context>\n<routines>\n");
		expect(stdout).toContain("- **md_to_pdf**: Makes a PDF.\n</available-tools>");
		expect(stdout).toContain("- **router** (fact): Restart by button.\n</relevant-knowledge>\n");
		expect(server.asked).toEqual([
			{ body: { prompt: "make a pdf please", context: "work", max_hits: 5 }, authorization: "Bearer rem" },
		]);
	});

	test("asks a Cairn server with its token, and says when the context is a guess", async () => {
		using hook = openHook();
		await using server = await startServer(json(FOUND));
		const { stdout } = await hook.run(submission(), {
			TOOLS_REGISTRY_URL: server.url,
			TOOLS_REGISTRY_TOKEN: "key",
		});
		expect(stdout).toMatch(/^<context-uncertain>/);
		expect(server.asked[0]).toMatchObject({ authorization: "Bearer key", body: { context: "private" } });
	});

	test("sends of a pasted text the start and the end", async () => {
		using hook = openHook();
		await using server = await startServer(json(FOUND));
		const { stdout } = await hook.run(submission(`start ${"x".repeat(1_000_000)} end`), {
			TOOLS_REGISTRY_URL: server.url,
		});
		expect(stdout).toContain("md_to_pdf");
		const [question] = server.asked;
		const { prompt } = (question?.body ?? {}) as { prompt: string };
		expect(prompt).toMatch(/^start x+\nx+ end$/);
		expect(prompt.length).toBeLessThan(20_000);
	});

	test("prints an answer of any length whole", async () => {
		using hook = openHook();
		const routines = Array.from({ length: 50 }, (_, n) => ({ name: `r${n}`, summary: "<".repeat(2_000) }));
		await using server = await startServer(json({ routines }));
		const { stdout } = await hook.run(submission(), { TOOLS_REGISTRY_URL: server.url });
		expect(stdout.length).toBeGreaterThan(300_000);
		expect(stdout).toMatch(/<\/routines>\n$/);
	});
});

/** What may be wrong with what the hook is given; none of it gets as far as a server. */
const INPUTS: ReadonlyArray<readonly [what: string, input: string | Buffer]> = [
	["nothing", ""],
	["no JSON", "make a pdf"],
	["half of a JSON", submission().slice(0, 30)],
	["a list", "[1, 2]"],
	["no prompt", JSON.stringify({ cwd: "/" })],
	["a prompt that is no text", submission({ text: "make a pdf" })],
	["an empty prompt", submission("")],
	["a prompt of spaces", submission("        \n   ")],
	["a prompt of four characters", submission(" 😀😀😀😀 ")],
	["bytes that are no text", Buffer.from([0xff, 0xfe, 0x00, 0x7b])],
	["more than anybody types", submission("x".repeat(9_000_000))],
];

/** What may be wrong with a server. */
const ANSWERS: ReadonlyArray<readonly [what: string, answer: RequestListener]> = [
	["refuses the token", json({ code: "unauthorized" }, 401)],
	["has failed", json({ tools: FOUND.tools }, 500)],
	["knows no such address", json("Not found", 404)],
	[
		"leads elsewhere",
		(_request, response) => void response.writeHead(307, { location: "http://127.0.0.1:9/" }).end(),
	],
	["answers with a page", json("<html>Log in</html>")],
	["answers with nothing", json("")],
	["answers with a list", json([FOUND])],
	["answers with null", json("null")],
	["answers with other types", json({ tools: 7, knowledge: "x", routines: { a: 1 }, keywords: null })],
	["finds nothing", json({ tools: [], knowledge: [], playbooks: [], routines: [], keywords: ["pdf"] })],
	["answers with too much", json(JSON.stringify({ ...FOUND, more: "x".repeat(3_000_000) }))],
	[
		"breaks off",
		(_request, response) =>
			void response.writeHead(200, { "content-length": "1000" }).write('{"tools":', () => response.destroy()),
	],
	["hangs up", (request) => void request.socket.destroy()],
	["never answers", () => {}],
	["answers without an end", (_request, response) => void response.writeHead(200).write('{"tools": [')],
];

describe("whatever is wrong, the hook exits with 0 and prints nothing:", () => {
	test.concurrent.each(INPUTS)("its input is %s", async (_what, input) => {
		using hook = openHook();
		await using server = await startServer(json(FOUND));
		expect(await hook.run(input, { TOOLS_REGISTRY_URL: server.url })).toEqual(SILENT);
		expect(server.asked).toEqual([]);
	});

	test("its input never ends", async () => {
		using hook = openHook();
		expect(await hook.run(undefined)).toEqual(SILENT);
	});

	test.concurrent.each(ANSWERS)("the server %s", async (_what, answer) => {
		using hook = openHook();
		await using server = await startServer(answer);
		expect(await hook.run(submission(), { TOOLS_REGISTRY_URL: server.url })).toEqual(SILENT);
		expect(server.asked).toHaveLength(1);
	});

	test.concurrent.each([
		["no server is known", {}, {}],
		["nobody listens", { TOOLS_REGISTRY_URL: "http://127.0.0.1:9" }, {}],
		["the server's name is none", { TOOLS_REGISTRY_URL: "http://no-such-host.invalid" }, {}],
		["the address is none", { TOOLS_REGISTRY_URL: "not an address" }, {}],
		["https is spoken to a server without", { AI_REM_DISCOVER_URL: "https://127.0.0.1:9/" }, {}],
		["the client's settings are broken", {}, { ".claude.json": '{"mcpServers": {"ai-rem": ' }],
		["the client's settings are a folder", {}, { ".claude.json/x": "" }],
		["the home folder is gone", { HOME: "/nonexistent" }, {}],
		["there is no Node.js", { PATH: "/nonexistent" }, {}],
		["Node.js is told what it doesn't know", { NODE_OPTIONS: "--no-such-option" }, {}],
	])("%s", async (_what, environment, files) => {
		using hook = openHook();
		for (const [path, content] of Object.entries(files)) hook.put(path, content);
		expect(await hook.run(submission(), environment as Record<string, string>)).toEqual(SILENT);
	});

	test("the context's files are broken, which makes it uncertain and no more", async () => {
		using hook = openHook();
		await using server = await startServer(json(FOUND));
		hook.put(".claude/context-map.json", "{]");
		hook.put(".claude/.active-context/x", "");
		const { code, stdout } = await hook.run(submission("make a pdf", { cwd: 7 }), {
			TOOLS_REGISTRY_URL: server.url,
		});
		expect(code).toBe(0);
		expect(stdout).toMatch(/^<context-uncertain>/);
	});
});
