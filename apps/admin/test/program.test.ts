import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { systemClock } from "@cairn/kernel";
import { createScratchpadToolset } from "@cairn/scratchpad";
import { openStore } from "@cairn/store";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const PROGRAM = join(import.meta.dirname, "..", "dist", "admin.mjs");

interface Line {
	msg: string;
	url?: string;
	access?: string;
}

describe("the program", () => {
	let folder: string;
	let child: ChildProcess | undefined;
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), "cairn-admin-"));
	});
	afterEach(async () => {
		if (child?.exitCode === null && child.kill("SIGKILL")) await once(child, "exit");
		await rm(folder, { recursive: true });
	});

	function start(settings: Record<string, string> = {}) {
		child = spawn(process.execPath, [PROGRAM], {
			env: { PATH: process.env.PATH, CAIRN_DATA_DIR: folder, PORT: "0", ...settings },
			stdio: ["ignore", "pipe", "pipe"],
		});
		const lines: Line[] = [];
		const reader = createInterface({ input: child.stderr as NodeJS.ReadableStream });
		reader.on("line", (line) => lines.push(JSON.parse(line)));
		const exit = once(child, "exit").then(([code]) => code);
		const listening = (async () => {
			for (;;) {
				const line = lines.find(({ msg }) => msg === "listening");
				if (line?.url !== undefined) return { ...line, url: line.url };
				await once(reader, "line");
			}
		})();
		return { lines, exit, listening };
	}

	test("logs where it listens, for this machine alone", async () => {
		const { url, access } = await start().listening;
		expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
		expect(access).toContain("from this machine only");
		const html = await (await fetch(url)).text();
		const stylesheet = /<link rel="stylesheet" href="([^"]+)"/.exec(html)?.[1] ?? "";
		for (const asset of [stylesheet, stylesheet.replace("cairn.css", "htmx.js")]) {
			expect((await fetch(new URL(asset, url))).status).toBe(200);
		}
	});

	test("names the port that is in use and the setting, and ends with 3", async () => {
		await using other = createServer().listen(0, "127.0.0.1");
		await once(other, "listening");
		const { port } = other.address() as AddressInfo;
		const { exit, lines } = start({ PORT: String(port) });
		expect(await exit).toBe(3);
		expect(lines.at(-1)?.msg).toContain(`Port ${port} is in use.`);
		expect(lines.at(-1)?.msg).toContain("set PORT");
	});

	test("names a setting that can't be used, and ends with 1", async () => {
		const { exit, lines } = start({ REGISTRY_URL: "nonsense" });
		expect(await exit).toBe(1);
		expect(lines.at(-1)?.msg).toMatch(/^REGISTRY_URL must be an http or https address/);
	});

	test("ends at SIGTERM although a log is being followed, and ends that stream", async () => {
		const { listening, exit } = start();
		const { url } = await listening;
		await using store = await openStore({ file: join(folder, "cairn.db") });
		const context = { store, clock: systemClock, summarizer: { summarize: async () => ({}) as never } };
		const tools = createScratchpadToolset({ provide: async () => context });
		await tools.call("append_log", { agent_id: "bot", path: "log", entry: "one" });
		const stream = await fetch(`${url}/agents/bot/events/log?after=0`);
		const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
		let text = "";
		while (!text.includes("id: 1")) text += (await reader?.read())?.value;
		child?.kill("SIGTERM");
		for (let done = false; !done; ) done = (await reader?.read())?.done ?? true;
		expect(await exit).toBe(0);
	});
});
