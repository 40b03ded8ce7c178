import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import { mkdtemp, readdir, readFile, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { officeSockets } from "../src/engines/libreoffice/office-sockets.ts";
import { WorkFolders } from "../src/workspace/work-folders.ts";
import { type OpenService, openService } from "./open-service.ts";
import { pdfText } from "./pdf-text.ts";
import { paragraph, wordDocument } from "./word-document.ts";

let service: OpenService;
beforeAll(async () => {
	service = await openService({ CONVERT_CONCURRENCY: "2", CONVERT_QUEUE: "10", CONVERT_MEMORY: "700" });
});
afterAll(() => service[Symbol.asyncDispose]());

/** A page that takes as long as it may. */
const ENDLESS = "<p>Endless<script>setTimeout(() => {}, 9e5)</script>";

/** A document that keeps an office busy for some seconds. */
const longDocument = () =>
	wordDocument({ body: paragraph("Some words that fill a line. ".repeat(40)).repeat(800) });

/** The processes whose command line or place names a service's work folder, and something else. */
async function processes(folder: string, word: string): Promise<number[]> {
	return (await commands(folder, word)).map(([pid]) => Number(pid));
}

async function commands(folder: string, word: string) {
	const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
	const lines = await Promise.all(
		pids.map(async (pid) => {
			const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
			return [pid, `${command} ${await readlink(`/proc/${pid}/cwd`).catch(() => "")}`] as const;
		}),
	);
	return lines.filter(([, line]) => line.includes(folder) && line.includes(word));
}

/** The system's place for temporary files, as such a service sees it. */
const temporaryOf = (folder: string) => `${folder}-temporary`;

/** The profiles of a service's offices. */
async function profilesOf(folder: string): Promise<string[]> {
	const all = await readdir(folder, { recursive: true });
	return all.filter((name) => /^[^/]+\/office-[\w-]+$/.test(name)).map((name) => join(folder, name));
}

/** A service as a process of its own, which can be killed. */
function startAlone(folder: string) {
	mkdirSync(temporaryOf(folder), { recursive: true });
	const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));
	const child = spawn(process.execPath, ["--import", "tsx", main], {
		env: {
			...process.env,
			TMPDIR: temporaryOf(folder),
			CONVERT_WORK_DIR: folder,
			CONVERT_PORT: "0",
			CONVERT_CONCURRENCY: "1",
		},
		stdio: ["ignore", "ignore", "pipe"],
	});
	onTestFinished(() => void child.kill("SIGKILL"));
	return child;
}

async function removeAll(folder: string): Promise<void> {
	for (const place of [folder, temporaryOf(folder)]) await rm(place, { recursive: true });
}

/** Waits until so many conversions run, and so many wait. */
const working = (counts: { running: number; waiting?: number }) =>
	vi.waitFor(
		async () => {
			const { queue } = await (await fetch(`${service.url}/health?verbose=1&test=0`)).json();
			expect(queue).toMatchObject(counts);
		},
		{ interval: 20 },
	);

describe("an engine that is killed in the middle of a document", () => {
	test.each<[string, string, () => Promise<Response>]>([
		["libreoffice", "soffice.bin", async () => service.post("/docx_to_pdf", await longDocument())],
		["chromium", "--remote-debugging-pipe", () => service.post("/html_to_pdf?wait_ms=1500", ENDLESS)],
	])("has it again in a fresh process: %s", async (engine, word, post) => {
		const answer = post();
		await working({ running: 1 });
		for (const pid of await processes(service.folder, word)) process.kill(pid, "SIGKILL");
		const response = await answer;
		expect(response.status).toBe(200);
		expect(response.headers.get("x-warning")).toContain(
			`${engine} crashed, and the document was converted again`,
		);
		const next = await service.post("/convert?to=pdf", "{\\rtf1 next}");
		expect(pdfText(new Uint8Array(await next.arrayBuffer()))).toContain("next");
		expect(await service.leftovers()).toEqual([]);
	});

	test("fails alone when it is killed each time, and the next one succeeds", async () => {
		let ended = false;
		const answer = service.post("/html_to_pdf?wait_ms=20000", ENDLESS).finally(() => {
			ended = true;
		});
		await working({ running: 1 });
		while (!ended) {
			for (const pid of await processes(service.folder, "--remote-debugging-pipe"))
				process.kill(pid, "SIGKILL");
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
		const response = await answer;
		const sentence = expect.stringContaining("chromium crashed twice");
		expect([response.status, await response.text()]).toEqual([500, sentence]);
		expect((await service.post("/html_to_pdf", "<p>next")).status).toBe(200);
	});
});

describe("a client that leaves", () => {
	test.each<[string, string, () => Promise<string | Uint8Array>]>([
		["a page", "/html_to_pdf?wait_ms=20000", async () => ENDLESS],
		["a Word document", "/docx_to_pdf", longDocument],
		["Markdown", "/md_to_pdf?engine=weasyprint", async () => "a *b* | c\n".repeat(60_000)],
	])("frees what worked on %s", async (_name, path, document) => {
		const leaving = new AbortController();
		const answer = service.post(path, await document(), { signal: leaving.signal });
		answer.catch(() => {});
		await working({ running: 1 });
		leaving.abort();
		await working({ running: 0 });
		await expect(answer).rejects.toThrow();
		await vi.waitFor(async () => expect(await service.leftovers()).toEqual([]));
		const { jobs } = await service.health();
		expect(jobs[0]).toMatchObject({ outcome: "client_gone" });
	});
});

test("a script that wants all memory is ended, and the others go on", async () => {
	const greedy = "<script>const all = []; for (;;) all.push(new Uint8Array(1e7).fill(1))</script>";
	const modest = "<p>modest<script>setTimeout(() => {}, 800)</script>";
	const [ended, converted] = await Promise.all([
		service.post("/html_to_pdf?wait_ms=20000", greedy),
		service.post("/html_to_pdf", modest),
	]);
	expect([ended.status, await ended.text()]).toEqual([422, expect.stringContaining("memory")]);
	expect(converted.status).toBe(200);
});

test("thirty documents at once are converted as far as there is room, and the rest is told when to come again", async () => {
	const leaving = new AbortController();
	const post = (count: number, path: string, html: string, signal?: AbortSignal) =>
		Array.from({ length: count }, () => service.post(path, html, signal && { signal }));
	const endless = post(2, "/html_to_pdf?wait_ms=60000", ENDLESS, leaving.signal);
	for (const answer of endless) answer.catch(() => {});
	await working({ running: 2 });
	const waiting = post(10, "/html_to_pdf", "<p>Busy");
	await working({ running: 2, waiting: 10 });
	const refused = await Promise.all(post(18, "/html_to_pdf", "<p>Busy"));
	for (const answer of refused) {
		expect(answer.status).toBe(503);
		expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
		expect(await answer.text()).toContain("The converter is busy");
	}
	leaving.abort();
	expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(10).fill(200));
	await working({ running: 0 });
	expect(await service.leftovers()).toEqual([]);
});

test("health keeps the last fifty jobs, and nothing of what was in them", async () => {
	for (let count = 0; count < 50; count++) await service.post("/html_to_pdf", "");
	await service.post("/html_to_pdf", "<title>secret name</title><p>secret words");
	const health = await service.health();
	expect(health.jobs).toHaveLength(50);
	expect(health.jobs[0]).toMatchObject({ endpoint: "html_to_pdf", outcome: "ok", pages: 1, inputBytes: 41 });
	expect(health.jobs[1]).toMatchObject({ outcome: "empty", inputBytes: 0 });
	expect(JSON.stringify(health)).not.toContain("secret");
});

test("a service that is killed while its engines start leaves no process behind", async () => {
	const folder = await mkdtemp(join(tmpdir(), "cairn-convert-killed-"));
	// An office starts twice, the first time for a moment only: on a busy machine one look may miss it.
	for (const signs of [["--terminate_after_init", "--accept=pipe"], ["--accept=pipe"]]) {
		const child = startAlone(folder);
		const seen = () => Promise.all(signs.map((sign) => commands(folder, sign)));
		await vi.waitFor(async () => expect((await seen()).flat()).not.toEqual([]), { interval: 10 });
		child.kill("SIGKILL");
		await once(child, "exit");
		await vi.waitFor(async () => expect(await commands(folder, "")).toEqual([]));
	}
	const profiles = await profilesOf(folder);
	expect(profiles).not.toEqual([]);
	await (await WorkFolders.open(folder)).close();
	expect(profiles.flatMap(officeSockets).filter(existsSync)).toEqual([]);
	await removeAll(folder);
});

test("a service that is killed leaves no process behind, and the next one sweeps its files", async () => {
	const folder = await mkdtemp(join(tmpdir(), "cairn-convert-killed-"));
	const child = startAlone(folder);
	let log = "";
	child.stderr.on("data", (chunk) => {
		log += chunk;
	});
	const url = await vi.waitFor(() => {
		const found = /"url":"([^"]+)"/.exec(log)?.[1];
		expect(found).toBeDefined();
		return found;
	});
	const lost = fetch(`${url}/html_to_pdf?wait_ms=20000`, { method: "POST", body: ENDLESS });
	lost.catch(() => {});
	await vi.waitFor(async () => {
		const [root = ""] = await readdir(folder);
		expect((await readdir(join(folder, root))).some((name) => name.startsWith("job-"))).toBe(true);
	});
	child.kill("SIGKILL");
	await once(child, "exit");
	await expect(lost).rejects.toThrow();
	await vi.waitFor(async () => expect(await commands(folder, "")).toEqual([]));
	expect(await readdir(folder)).toHaveLength(1);
	// No profile of Chromium's that the next start would not find.
	expect((await readdir(temporaryOf(folder))).filter((name) => /playwright|chrom/i.test(name))).toEqual([]);
	{
		await using next = await openService({
			CONVERT_WORK_DIR: folder,
			CONVERT_WITHOUT: "libreoffice,weasyprint",
		});
		expect((await readdir(folder)).every((name) => name.startsWith(`${process.pid}-`))).toBe(true);
		expect((await next.post("/html_to_pdf", "<p>x")).status).toBe(200);
	}
	expect(await readdir(folder)).toEqual([]);
	await removeAll(folder);
});

describe("after so many documents a fresh process takes over, and none is refused:", () => {
	test.each([
		["chromium", "--remote-debugging-pipe", "/html_to_pdf"],
		["weasyprint", "weasyprint_worker.py", "/md_to_pdf?engine=weasyprint"],
	])("%s", async (_engine, word, path) => {
		await using other = await openService({ CONVERT_RESTART_AFTER: "3", CONVERT_WITHOUT: "libreoffice" });
		const one = () => processes(other.folder, word);
		const before = await one();
		expect(before).toHaveLength(1);
		for (let round = 0; round < 2; round++) {
			const answers = await Promise.all(Array.from({ length: 4 }, () => other.post(path, "<p>x")));
			expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
		}
		await vi.waitFor(async () => {
			const [after, ...more] = await one();
			expect(more).toEqual([]);
			expect(after).not.toBe(before[0]);
		});
		expect((await other.post(path, "<p>x")).status).toBe(200);
	});
});

test("a service that is stopped leaves no process and no file", async () => {
	const { folder } = service;
	await using other = await openService({ CONVERT_CONCURRENCY: "1" });
	await other.post("/docx_to_pdf", await wordDocument({ body: paragraph("x") }));
	const place = other.folder;
	expect(await processes(place, "office.py")).not.toEqual([]);
	// Where an office listens: the names go once it is up, so that nothing is left of them in /tmp.
	const profiles = await profilesOf(place);
	expect(profiles).not.toEqual([]);
	await vi.waitFor(() => expect(profiles.flatMap(officeSockets).filter(existsSync)).toEqual([]));
	await other[Symbol.asyncDispose]();
	expect(await commands(place, "")).toEqual([]);
	await expect(readdir(place)).rejects.toThrow("ENOENT");
	expect(await processes(folder, "soffice.bin")).not.toEqual([]);
});
