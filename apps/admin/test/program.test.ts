import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { systemClock } from "@cairn/kernel";
import { createScratchpadToolset } from "@cairn/scratchpad";
import { openStore } from "@cairn/store";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { PASSWORD } from "./open-admin.ts";

const PROGRAM = join(import.meta.dirname, "..", "dist", "admin.mjs");

interface Line {
	msg: string;
	url?: string;
	setup?: string;
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
		const html = await (await fetch(`${url}/setup`)).text();
		const stylesheet = /<link rel="stylesheet" href="([^"]+)"/.exec(html)?.[1] ?? "";
		for (const asset of [stylesheet, stylesheet.replace("cairn.css", "htmx.js")]) {
			expect((await fetch(new URL(asset, url))).status).toBe(200);
		}
	});

	test("logs the claim code of a server without an owner, and where to use it, until somebody did", async () => {
		const program = start();
		const { url } = await program.listening;
		const line = program.lines.find(({ msg }) => msg.startsWith("claim code: "));
		expect(line?.setup).toBe(`${url}/setup`);
		const code = line?.msg.slice("claim code: ".length) ?? "";
		expect(await readFile(join(folder, "claim-code"), "utf8")).toBe(`${code}\n`);
		expect((await stat(join(folder, "claim-code"))).mode & 0o777).toBe(0o600);
		const response = await fetch(`${url}/setup`, {
			method: "POST",
			headers: { Origin: url },
			body: new URLSearchParams({ code, password: PASSWORD }),
			redirect: "manual",
		});
		expect(response.status).toBe(303);
		expect(existsSync(join(folder, "claim-code"))).toBe(false);
		child?.kill("SIGTERM");
		await program.exit;
		const again = start();
		await again.listening;
		expect(again.lines.filter(({ msg }) => msg.startsWith("claim code"))).toEqual([]);
	});

	test("takes the owner's password from a file, once", async () => {
		const file = join(folder, "password");
		await writeFile(file, `${PASSWORD}\n`);
		const { url } = await start({ CAIRN_OWNER_PASSWORD_FILE: file }).listening;
		expect(await login(url)).toMatch(/^cairn_session=/);
		expect((await fetch(`${url}/setup`)).status).toBe(404);
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

	test("names a setting that can't be used, and ends with 64", async () => {
		const { exit, lines } = start({ REGISTRY_URL: "nonsense" });
		expect(await exit).toBe(64);
		expect(lines.at(-1)?.msg).toMatch(/^REGISTRY_URL must be an http or https address/);
	});

	test("ends at SIGTERM although a log is being followed, and ends that stream", async () => {
		const file = join(folder, "password");
		await writeFile(file, PASSWORD);
		const { listening, exit } = start({ CAIRN_OWNER_PASSWORD_FILE: file });
		const { url } = await listening;
		const Cookie = await login(url);
		await using store = await openStore({ file: join(folder, "cairn.db") });
		const context = { store, clock: systemClock, summarizer: { summarize: async () => ({}) as never } };
		const tools = createScratchpadToolset({ provide: async () => context });
		await tools.call("append_log", { agent_id: "bot", path: "log", entry: "one" });
		const stream = await fetch(`${url}/agents/bot/events/log?after=0`, { headers: { Cookie } });
		expect(stream.status).toBe(200);
		const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
		let text = "";
		while (!text.includes("id: 1")) text += (await reader?.read())?.value;
		child?.kill("SIGTERM");
		for (let done = false; !done; ) done = (await reader?.read())?.done ?? true;
		expect(await exit).toBe(0);
	});
});

/** Signs the owner in; gives the cookie of the session as a header has it. */
async function login(url: string): Promise<string> {
	const response = await fetch(`${url}/login`, {
		method: "POST",
		headers: { Origin: url },
		body: new URLSearchParams({ password: PASSWORD }),
		redirect: "manual",
	});
	return response.headers.get("Set-Cookie")?.split(";")[0] ?? "";
}
