import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
	type Connect,
	connectLegacy,
	connectModern,
	type McpClient,
	type ToolAnswer,
} from "./mcp-clients.ts";
import {
	type RunningConvertService,
	SHIPPED_SCRIPTS,
	startConvertService,
	type TemporaryFolder,
	temporaryFolder,
} from "./programs.ts";

const TOKEN = "e2e-token-of-24-characters";
const ERAS: Array<[string, Connect]> = [
	["2025", connectLegacy],
	["2026-07-28", connectModern],
];
const TOOLS = ["docx_to_pdf", "html_to_pdf", "md_to_pdf", "pdf_to_text"];

let work: TemporaryFolder;
let service: RunningConvertService;
beforeAll(async () => {
	work = await temporaryFolder();
	const settings = { CONVERT_TOKEN: TOKEN, HOST: "127.0.0.1", CONVERT_WORK_DIR: work.path };
	service = await startConvertService(settings);
});
afterAll(async () => {
	await service?.[Symbol.asyncDispose]();
	await work?.[Symbol.asyncDispose]();
});

/** A client of `cairn mcp` with the shipped scripts, on a laptop that has a file of each kind. */
async function laptop(connect: Connect, folder: TemporaryFolder, token = TOKEN): Promise<McpClient> {
	const files = join(folder.path, "files");
	await mkdir(files);
	await writeFile(join(files, "page.html"), "<title>P</title><h1>A page</h1><p>with a word: heliotrope</p>");
	await writeFile(join(files, "notes.md"), "---\ntitle: Notes\n---\n\nAll of the *notes*.\n");
	const client = await connect({
		settings: {
			CAIRN_DATABASE_URL: `file:${join(folder.path, "cairn.db")}`,
			TOOLS_SCRIPTS_DIR: SHIPPED_SCRIPTS,
			TOOLS_CACHE_DIR: join(folder.path, "cache", "scripts"),
			TOOLS_RUNS_DIR: join(folder.path, "runs"),
			TOOLS_CONVERT_URL: service.url,
			TOOLS_CONVERT_TOKEN: token,
		},
	});
	// The catalog is read while the client is already being answered.
	await vi.waitFor(async () => expect(await convertingTools(client)).toEqual(TOOLS));
	return client;
}

async function convertingTools(client: McpClient): Promise<string[]> {
	const tools = await client.listTools();
	return tools.map(({ name }) => name).filter((name) => TOOLS.includes(name));
}

function resultOf(answer: ToolAnswer): Record<string, unknown> {
	return JSON.parse(answer.content[0]?.text ?? "{}");
}

describe.each(ERAS)("the converting tools, with a client of %s", (_era, connect) => {
	test("convert a file of the laptop", async () => {
		await using folder = await temporaryFolder();
		await using client = await laptop(connect, folder);
		const input_path = join(folder.path, "files", "notes.md");
		const result = resultOf(
			await client.call("md_to_pdf", { input_path, design: "magicM", preview: 1, wait_ms: 60_000 }),
		);
		const path = join(folder.path, "files", "notes.pdf");
		expect(result).toMatchObject({
			status: "ok",
			outputs: { path, pages: 1, warnings: "", previews: [join(folder.path, "files", "notes.page-1.png")] },
		});
		expect((await readFile(path)).subarray(0, 5).toString()).toBe("%PDF-");
	});

	test("work hand in hand in a pipeline, from HTML to PDF to text", async () => {
		await using folder = await temporaryFolder();
		await using client = await laptop(connect, folder);
		const steps = [
			{
				tool: "html_to_pdf",
				inputs: { input_path: join(folder.path, "files", "page.html"), theme: "magic3" },
				outputs_as: { path: "pdf", pages: "pages" },
			},
			{
				tool: "pdf_to_text",
				// biome-ignore lint/suspicious/noTemplateCurlyInString: a pipeline's own variables.
				inputs: { input_path: "${pdf}", pages: "1-${pages}", output_path: join(folder.path, "out.txt") },
			},
		];
		const result = resultOf(await client.call("pipeline_run", { steps }));
		expect(result).toMatchObject({ status: "ok", final_outputs: { path: join(folder.path, "out.txt") } });
		expect(await readFile(join(folder.path, "out.txt"), "utf8")).toContain("heliotrope");
	});

	test("say that a path must be whole, where a relative one leads nowhere", async () => {
		await using folder = await temporaryFolder();
		await using client = await laptop(connect, folder);
		const answer = await client.call("md_to_pdf", { input_path: "notes.md" });
		expect(answer.isError).toBe(true);
		expect(JSON.stringify(answer)).toContain(
			"give the whole path of a Markdown file, which begins with / or ~/",
		);
	});

	test("say what to do when the service wants another token", async () => {
		await using folder = await temporaryFolder();
		await using client = await laptop(connect, folder, "another-token-of-24-chars");
		const answer = await client.call("md_to_pdf", { input_path: join(folder.path, "files", "notes.md") });
		expect(answer.isError).toBe(true);
		expect(JSON.stringify(answer)).toContain("Set TOOLS_CONVERT_TOKEN to the service's CONVERT_TOKEN");
		expect(JSON.stringify(answer)).not.toContain("another-token");
	});
});
