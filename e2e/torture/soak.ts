import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { type RunningProgram, startMcpServer, startRegistry, temporaryFolder } from "../programs.ts";
import { heldBytes } from "./held-bytes.ts";
import { connectAgent, startAdminWithOwner } from "./load.ts";
import { slope } from "./slope.ts";

export interface SoakReport {
	readonly server: string;
	readonly calls: number;
	/** Open files and sockets after warming up and at the end. */
	readonly files: readonly [before: number, after: number];
	/** What keeps its event loop going, such as timers and sockets, then. */
	readonly resources: readonly [before: number, after: number];
	/** What it came to hold with each call in its heap, bytes. */
	readonly keptBytes: number;
	/** All its memory after warming up and at the end, megabytes. */
	readonly megabytes: readonly [before: number, after: number];
	/** How its memory outside the heap grew in between, bytes a call: the slope of a line through all looks. */
	readonly outsideBytes: number;
}

export interface Soak {
	readonly calls: number;
	/** How often each server is looked at, a multiple of four. Each look collects all garbage, which takes a while. */
	readonly looks: number;
	/** Modules that the servers load ahead of their programs. */
	readonly preload?: readonly string[];
}

interface Soaked {
	readonly name: string;
	readonly program: RunningProgram;
	/** How many calls it gets for each one of those that are asked for. */
	readonly part: number;
	call(n: number): Promise<void>;
}

interface Look {
	readonly calls: number;
	readonly files: number;
	readonly resources: number;
	readonly megabytes: number;
	readonly outside: number;
}

/** The caches of its store fill for some 50,000 calls, which a registry answers in less than a minute. */
const REGISTRY_PART = 3;
/** Caches fill and code is optimized: looks count from this part of them on. */
const WARM_UP = 0.5;
/** A snapshot takes memory outside the heap, which has to settle before looks count: the first is taken after this part. */
const FIRST_SNAPSHOT = 0.25;

const MEMORY_REPORT = pathToFileURL(join(import.meta.dirname, "report-memory.mjs")).href;

/** Settings by which a server reports its memory; `preload` are more modules that it loads ahead of its program. */
function watched(folder: string, name: string, preload: readonly string[]): Record<string, string> {
	const modules = [MEMORY_REPORT, ...preload].map((module) => `--import=${module}`);
	return { NODE_OPTIONS: modules.join(" "), SOAK_SNAPSHOT: snapshotFile(folder, name), LOG_LEVEL: "info" };
}

const snapshotFile = (folder: string, name: string) => join(folder, `${name}.heapsnapshot`);

/**
 * Has laptops poll, agents call and the owner look at pages as fast as it goes: a laptop that polls every 5 s does so
 * 17,280 times a day. What a server has in memory says little, since V8 lets garbage pile up where there is room. So a leak is
 * looked for in two parts: data that the heap holds after all garbage was collected, and memory outside the heap. Files and
 * memory can be counted where the system lists them (Linux); elsewhere they are 0.
 */
export async function soak({ calls, looks: count, preload = [] }: Soak): Promise<SoakReport[]> {
	await using folder = await temporaryFolder();
	const settings = (name: string) => watched(folder.path, name, preload);
	await using registry = await startRegistry({ CAIRN_DATA_DIR: folder.path, ...settings("registry") });
	await using mcp = await startMcpServer({ TOOLS_REGISTRY_URL: registry.url, ...settings("mcp") });
	await using admin = await startAdminWithOwner(folder.path, settings("admin"));
	await using agent = await connectAgent(mcp);
	const pages = ["/", "/agents/a", "/timeline", "/agents/a/files/files/1", "/claims"];
	const soaked: Soaked[] = [
		{ name: "registry", program: registry, part: REGISTRY_PART, call: laptop(registry.url) },
		{
			name: "mcp",
			program: mcp,
			part: 1,
			call: async (n) => {
				await agent.append(`entry ${n}`);
			},
		},
		{
			name: "admin",
			program: admin,
			part: 0.25,
			call: (n) => admin.owner.look(pages[n % pages.length] ?? "/"),
		},
	];
	const looks = new Map<string, Look[]>(soaked.map(({ name }) => [name, []]));
	const held = new Map<string, number>();
	for (let round = 0; round < count; round++) {
		for (const { name, program, part, call } of soaked) {
			const share = Math.ceil((calls * part) / count);
			for (let n = 0; n < share; n++) await call(round * share + n);
			looks.get(name)?.push({ calls: (round + 1) * share, ...(await lookAt(program)) });
			if (round + 1 === count * FIRST_SNAPSHOT)
				held.set(name, await heldBy(program, snapshotFile(folder.path, name)));
		}
	}
	const reports: SoakReport[] = [];
	for (const { name, program } of soaked) {
		const grown = (await heldBy(program, snapshotFile(folder.path, name))) - (held.get(name) ?? 0);
		reports.push(report(name, looks.get(name) ?? [], grown));
	}
	return reports;
}

function report(server: string, all: readonly Look[], grownBytes: number): SoakReport {
	const looks = all.slice(all.length * WARM_UP);
	const [held, first, last] = [all[all.length * FIRST_SNAPSHOT - 1], looks[0], looks.at(-1)];
	if (held === undefined || first === undefined || last === undefined) throw new Error("a soak needs calls");
	return {
		server,
		calls: last.calls,
		files: [first.files, last.files],
		resources: [first.resources, last.resources],
		keptBytes: grownBytes / (last.calls - held.calls),
		megabytes: [first.megabytes, last.megabytes],
		outsideBytes: slope(looks.map(({ calls, outside }) => [calls, outside * 1_048_576])),
	};
}

/** Polls as laptops do, who say which catalog they have; each second call is an agent that writes. */
function laptop(url: string): (n: number) => Promise<void> {
	let seen: Record<string, string> = {};
	return async (n) => {
		const answer = n % 2 === 0 ? await write(url, n) : await fetch(`${url}/registry`, { headers: seen });
		await answer.arrayBuffer();
		if (n % 2 !== 0) seen = { "if-none-match": answer.headers.get("etag") ?? "" };
	};
}

function write(url: string, n: number): Promise<Response> {
	const content = `version ${n} ${"x".repeat(2_000)}`;
	return fetch(`${url}/api/scratchpad/write_file`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ agent_id: "a", path: `files/${(n / 2) % 50}`, content }),
	});
}

/** A connection that was closed a moment ago still counts: the least of a few looks does. */
async function lookAt(program: RunningProgram): Promise<Omit<Look, "calls">> {
	const { url, child } = program;
	const heapTotal = await askForMemory(program, "SIGUSR2");
	const megabytes = memoryOf(child.pid ?? 0, "VmRSS");
	const outside = memoryOf(child.pid ?? 0, "RssAnon") - heapTotal / 1_048_576;
	const looks: { files: number; resources: number }[] = [];
	for (let look = 0; look < 5; look++) {
		looks.push({ files: filesOf(child.pid ?? 0), resources: await resourcesOf(url) });
		await sleep(1);
	}
	const least = (of: "files" | "resources") => Math.min(...looks.map((look) => look[of]));
	return { files: least("files"), resources: least("resources"), megabytes, outside };
}

async function heldBy(program: RunningProgram, file: string): Promise<number> {
	await askForMemory(program, "SIGWINCH");
	return heldBytes(file);
}

/** The size of its heap, which it writes to its log once its garbage is collected, and with SIGWINCH its snapshot taken. */
async function askForMemory({ child, log }: RunningProgram, signal: "SIGUSR2" | "SIGWINCH"): Promise<number> {
	const from = log.length;
	child.kill(signal);
	for (;;) {
		const line = log.slice(from).find((line) => line.startsWith('{"msg":"memory"'));
		if (line !== undefined) return JSON.parse(line).heapTotal;
		if (child.exitCode !== null || child.signalCode !== null) throw new Error("the server has ended");
		await sleep(5);
	}
}

function filesOf(pid: number): number {
	return process.platform === "linux" ? readdirSync(`/proc/${pid}/fd`).length : 0;
}

/** As the program's own figures have it. */
async function resourcesOf(url: string): Promise<number> {
	const figures = await (await fetch(`${url}/metrics`)).text();
	return Number(/^nodejs_active_resources_total(?:\{[^}]*\})? (\d+)/m.exec(figures)?.[1]);
}

function memoryOf(pid: number, figure: "VmRSS" | "RssAnon"): number {
	if (process.platform !== "linux") return 0;
	const status = readFileSync(`/proc/${pid}/status`, "utf8");
	const [, kilobytes = "0"] = new RegExp(`^${figure}:\\s+(\\d+)`, "m").exec(status) ?? [];
	return Number(kilobytes) / 1_024;
}
