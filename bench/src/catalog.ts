import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type CountingProxy, startCountingProxy } from "./counting-proxy.ts";
import { CAIRN, EMPTY_SERVER } from "./programs.ts";
import { type RegistryProgram, startRegistryProgram } from "./registry-program.ts";
import { ms, printTable, type Row, times } from "./report.ts";
import { seedScripts, writeScript } from "./seed-scripts.ts";
import { median, quantile } from "./statistics.ts";
import { type StdioServer, startStdioServer } from "./stdio-server.ts";

const SCRIPTS = 1_000;
const POLLS = 300;
const CLIENTS = 200;
const POLL_EVERY_MS = 5_000;
const POLLING_FOR_MS = 20_000;
const SAVES = 7;
const RUNS = 60;
/** A run may take so many times the bare start of its program, and an empty tool call. */
const RUN_TARGET = 1.5;
/** Of the one core that the server has. */
const CORE_TARGET = 0.5;
const QUICK_POLL_MS = 50;
/** Catalogs of a household and of the most that there may be, and how soon a saved script should be a tool. */
const HOUSEHOLD = { scripts: 20, visibleMs: 2_000 };
const LARGEST = { scripts: SCRIPTS, visibleMs: POLL_EVERY_MS + 1_000 };

interface Bench {
	readonly scripts: string;
	readonly registry: RegistryProgram;
	readonly proxy: CountingProxy;
	readonly laptop: StdioServer;
}

/** What a catalog of 1,000 scripts costs the server and a laptop. */
export async function benchCatalog(): Promise<boolean> {
	const household = await withCatalog(HOUSEHOLD.scripts, async (bench) => [
		await benchSaves(bench, HOUSEHOLD),
	]);
	const largest = await withCatalog(LARGEST.scripts, async (bench) => [
		...(await benchPolls(bench)),
		await benchChange(bench),
		await benchClients(bench),
		await benchRuns(bench),
		await benchSaves(bench, LARGEST),
	]);
	const rows = [...largest, ...household];
	printTable(`A catalog of ${SCRIPTS} scripts`, ["", "figure", "target", "beside"], rows);
	return rows.every(({ missed }) => !missed);
}

/** Measures with a server of so many scripts and a laptop that has them. */
async function withCatalog(count: number, measure: (bench: Bench) => Promise<Row[]>): Promise<Row[]> {
	const folder = await mkdtemp(join(tmpdir(), "cairn-bench-"));
	try {
		const scripts = join(folder, "scripts");
		await mkdir(scripts);
		await seedScripts(scripts, count);
		const data = { CAIRN_DATA_DIR: join(folder, "data"), TOOLS_SCRIPTS_DIR: scripts };
		await using registry = await startRegistryProgram(data);
		await using proxy = await startCountingProxy(registry.url);
		await using laptop = await startStdioServer([CAIRN, "mcp"], {
			TOOLS_REGISTRY_URL: proxy.url,
			TOOLS_CACHE_DIR: join(folder, "cache"),
			TOOLS_RUNS_DIR: join(folder, "runs"),
		});
		await visible(laptop, `script_${count - 1}`);
		return await measure({ scripts, registry, proxy, laptop });
	} finally {
		await rm(folder, { recursive: true });
	}
}

/** Polls with nothing changed: those that share a look at the folder, and those for which there is one. */
async function benchPolls({ registry }: Bench): Promise<readonly Row[]> {
	const etag = await currentTag(registry);
	const before = registry.cpuMs();
	const shared = [];
	for (let poll = 0; poll < POLLS; poll++) shared.push(await timePoll(registry, etag));
	const cpuMs = (registry.cpuMs() - before) / POLLS;
	const looking = [];
	for (let poll = 0; poll < 10; poll++) {
		await wait(1_050);
		looking.push(await timePoll(registry, etag));
	}
	const bytes = (await (await poll(registry, etag)).arrayBuffer()).byteLength;
	const quick = median(shared);
	return [
		{
			cells: [
				"poll, nothing changed",
				`${ms(quick)}, ${bytes} bytes`,
				`≤ ${QUICK_POLL_MS} ms, 0 bytes`,
				`${ms(cpuMs)} of processor`,
			],
			missed: quick > QUICK_POLL_MS || bytes > 0,
		},
		{ cells: ["the same with a look at the folder", ms(median(looking)), "–", "at most one a second"] },
	];
}

/** One file of one script changes: what a laptop fetches for it. */
async function benchChange({ scripts, proxy, laptop }: Bench): Promise<Row> {
	proxy.exchanges.length = 0;
	const changed = join(scripts, "script_500", "run.sh");
	await appendFile(changed, "echo changed\n");
	const { size } = await stat(changed);
	while (!(await laptop.call("script_500", {})).text.includes("changed")) await wait(50);
	await wait(500);
	const got = (path: string) => proxy.exchanges.filter((it) => it.path === path && it.status === 200);
	const files = got("/registry/file").reduce((sum, { bytes }) => sum + bytes, 0);
	const snapshots = got("/registry").map(({ bytes }) => bytes);
	return {
		cells: [
			"one file changed, fetched",
			`${files} bytes of files, ${snapshots.length} snapshot of ${Math.round((snapshots[0] ?? 0) / 1024)} KiB`,
			`${size} bytes, 1 snapshot`,
			"",
		],
		missed: files !== size || snapshots.length !== 1,
	};
}

/** From the save on the server to the tool on a laptop. */
async function benchSaves(
	{ scripts, laptop }: Bench,
	{ scripts: count, visibleMs }: typeof HOUSEHOLD,
): Promise<Row> {
	const waits = [];
	for (let save = 0; save < SAVES; save++) {
		// At another moment of the polls each time.
		await wait(Math.random() * POLL_EVERY_MS);
		await rm(join(scripts, `script_${count - 1 - save}`), { recursive: true });
		const startedAt = performance.now();
		await writeScript(scripts, `saved_${save}`);
		await visible(laptop, `saved_${save}`);
		waits.push(performance.now() - startedAt);
	}
	return {
		cells: [
			`from save to tool, ${count} scripts`,
			ms(median(waits)),
			`≤ ${ms(visibleMs)}`,
			`longest of ${SAVES}: ${ms(Math.max(...waits))}`,
		],
		missed: median(waits) > visibleMs,
	};
}

/** Many laptops poll, none of them at the same moment as the next. */
async function benchClients({ registry }: Bench): Promise<Row> {
	const etag = await currentTag(registry);
	const before = registry.cpuMs();
	const startedAt = performance.now();
	const answers: number[] = [];
	await Promise.all(
		Array.from({ length: CLIENTS }, async (_, client) => {
			await wait((client / CLIENTS) * POLL_EVERY_MS);
			while (performance.now() - startedAt < POLLING_FOR_MS) {
				answers.push(await timePoll(registry, etag));
				await wait(POLL_EVERY_MS);
			}
		}),
	);
	const core = (registry.cpuMs() - before) / (performance.now() - startedAt);
	return {
		cells: [
			`${CLIENTS} laptops, each every 5 s`,
			`${Math.round(core * 100)} % of a core`,
			`≤ ${CORE_TARGET * 100} %`,
			`median ${ms(median(answers))}, 99 % within ${ms(quantile(answers, 0.99))}`,
		],
		missed: core > CORE_TARGET,
	};
}

/** An empty script as a tool, beside the bare start of its program and an empty tool call; they take turns. */
async function benchRuns({ scripts, laptop }: Bench): Promise<Row> {
	await using empty = await startStdioServer([EMPTY_SERVER]);
	const program = join(scripts, "script_1", "run.sh");
	const runs = [];
	const starts = [];
	const calls = [];
	for (let round = -10; round < RUNS; round++) {
		const run = (await laptop.call("script_1", {})).ms;
		const call = (await empty.call("empty", {})).ms;
		const start = await timeStart(program);
		if (round < 0) continue;
		runs.push(run);
		starts.push(start);
		calls.push(call);
	}
	const allowed = RUN_TARGET * median(starts) + median(calls);
	return {
		cells: [
			"run of an empty script",
			ms(median(runs)),
			`≤ ${ms(allowed)}`,
			`bare start ${ms(median(starts))}, empty call ${ms(median(calls))}: ${times((median(runs) - median(calls)) / median(starts))}`,
		],
		missed: median(runs) > allowed,
	};
}

async function timeStart(program: string): Promise<number> {
	const startedAt = performance.now();
	const child = spawn(program, { stdio: ["ignore", "pipe", "pipe"] });
	child.stdout.resume();
	child.stderr.resume();
	await once(child, "close");
	return performance.now() - startedAt;
}

async function visible(laptop: StdioServer, tool: string): Promise<void> {
	while (!(await laptop.listTools()).includes(`"${tool}"`)) await wait(20);
}

async function currentTag(registry: RegistryProgram): Promise<string> {
	const answer = await poll(registry, "none");
	await answer.arrayBuffer();
	return answer.headers.get("etag") ?? "";
}

async function timePoll(registry: RegistryProgram, etag: string): Promise<number> {
	const startedAt = performance.now();
	const answer = await poll(registry, etag);
	await answer.arrayBuffer();
	if (answer.status !== 304) throw new Error(`The poll was answered with ${answer.status}.`);
	return performance.now() - startedAt;
}

function poll({ url }: RegistryProgram, etag: string): Promise<Response> {
	return fetch(`${url}/registry`, { headers: { "if-none-match": etag } });
}
