import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";

const CHECKOUT = join(import.meta.dirname, "..", "..", "..");
const EXAMPLE = "packages/confined-files/examples/mcp-servers.json";

interface Server {
	readonly command: string;
	readonly args: readonly string[];
	readonly env?: Record<string, string>;
	readonly tools?: readonly string[];
}
type Servers = Readonly<Record<"manuals" | "outbox", Server>>;

/** The document of a host in a text: the whole of it, or the one block of JSON that has both servers. */
function serversIn(file: string): Servers {
	const text = readFileSync(join(CHECKOUT, file), "utf8");
	const blocks = file.endsWith(".json")
		? [text]
		: [...text.matchAll(/```json\n([^`]+)```/g)].map(([, json]) => json);
	const [found] = blocks.filter((json) => json?.includes('"outbox"'));
	return JSON.parse(found ?? "").mcpServers;
}

/** Starts a server as the document says, with this machine's places in the stead of the example's. */
function ask(
	{ command, args, env }: Server,
	home: string,
	calls: ReadonlyArray<[string, Record<string, string>]>,
) {
	expect(command).toMatch(/^(?:\/usr\/bin\/)?node$/);
	const clientInfo = { name: "host", version: "1" };
	const messages = [
		{ id: 0, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } },
		{ method: "notifications/initialized" },
		{ id: 1, method: "tools/list" },
		...calls.map(([name, input], index) => ({
			id: index + 2,
			method: "tools/call",
			params: { name, arguments: input },
		})),
	];
	const input = messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("");
	const here = args.map((arg) => arg.replace("/home/me/cairn", CHECKOUT).replace("/home/me", home));
	const { stdout, stderr, status } = spawnSync(process.execPath, here, {
		input,
		env: env ?? {},
		cwd: "/",
		encoding: "utf8",
	});
	expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
	const answers = stdout
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));
	const answerOf = (id: number) => answers.find((answer) => answer.id === id).result;
	const tools: string[] = answerOf(1).tools.map(({ name }: { name: string }) => name);
	return { tools, results: calls.map((_, index) => answerOf(index + 2)) };
}

describe.each([[EXAMPLE], ["docs/confined-files.md"], ["README.md"]])("the host's document in %s", (file) => {
	test("gives an agent one root to read and another to write", () => {
		const home = mkdtempSync(join(tmpdir(), "cairn-host-"));
		onTestFinished(() => rmSync(home, { recursive: true, force: true }));
		for (const name of ["manuals", "outbox"]) mkdirSync(join(home, name));
		writeFileSync(join(home, "manuals", "guide.md"), "Read me.\n");
		writeFileSync(join(home, "manuals", "secret.txt"), "not a manual");
		const { manuals, outbox } = serversIn(file);
		expect(manuals.tools).toEqual(["read_text_file"]);
		expect(outbox.tools).toEqual(["write_text_file"]);

		const reading = ask(manuals, home, [
			["read_text_file", { path: "guide.md" }],
			["read_text_file", { path: "secret.txt" }],
		]);
		expect(reading.tools).toEqual(expect.arrayContaining([...(manuals.tools ?? [])]));
		expect(reading.results[0].structuredContent.items).toEqual([{ byte_offset: 0, text: "Read me.\n" }]);
		expect(reading.results[1].isError).toBe(true);

		const writing = ask(outbox, home, [["write_text_file", { path: "note.md", content: "Done.\n" }]]);
		expect(writing.tools).toEqual(expect.arrayContaining([...(outbox.tools ?? [])]));
		expect(writing.results[0].structuredContent).toMatchObject({ path: "note.md", bytes: 6 });
		expect(readFileSync(join(home, "outbox", "note.md"), "utf8")).toBe("Done.\n");
	});
});

test("the documents of the docs are those of the example", () => {
	expect(serversIn("docs/confined-files.md")).toEqual(serversIn(EXAMPLE));
});
