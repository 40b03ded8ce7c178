import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { alternate } from "./alternate.ts";
import { CAIRN } from "./programs.ts";
import { type RegistryProgram, startRegistryProgram } from "./registry-program.ts";
import { ms, printTable, type Row, times } from "./report.ts";
import { claimText, entityName, seedClaims } from "./seed-claims.ts";
import { seedScripts } from "./seed-scripts.ts";
import { median, percentile95 } from "./statistics.ts";

const SCRIPTS = 1_000;
const CLAIMS = 50_000;
const ROUNDS = 150;
const STARTS = 21;
const P95_MS = 30;
const START_TARGET = 2.5;
/** However long a server takes, a prompt goes on after this. */
const SILENT_MS = 3_500;

/** Prompts by what makes them dear: rare words, words that stand in a tenth of all claims, in all of them, a pasted text. */
const PROMPTS: ReadonlyArray<readonly [name: string, prompt: (round: number) => string]> = [
	[
		"a question about one thing",
		(round) => `What do we know about ${entityName(round * 37)}, number ${round * 311}?`,
	],
	[
		"words that many claims hold",
		() => "Which project ships, waits, leads and blocks, and which one renews and pays?",
	],
	["a script by its name", (round) => `Run script_${(round * 7) % SCRIPTS} and tell me what it does`],
	["nothing that is known", (round) => `Refactor the quartz${round} parser into an iterator`],
	["a pasted text", (round) => Array.from({ length: 400 }, (_, n) => claimText(n * 97 + round)).join("\n")],
];

/** What a prompt costs: the hook's process beside an empty one, and the server's answer among many scripts and claims. */
export async function benchDiscover(): Promise<boolean> {
	const folder = await mkdtemp(join(tmpdir(), "cairn-bench-discover-"));
	try {
		const [scripts, data] = [join(folder, "scripts"), join(folder, "data")];
		for (const path of [scripts, data]) await mkdir(path);
		await seedScripts(scripts, SCRIPTS);
		await seedClaims(join(data, "cairn.db"), CLAIMS);
		await using server = await startRegistryProgram({ CAIRN_DATA_DIR: data, TOOLS_SCRIPTS_DIR: scripts });
		const filledMs = await untilFilled(server.url);
		const isFast = await benchAnswers(server, filledMs);
		return (await benchHook(server.url)) && isFast;
	} finally {
		await rm(folder, { recursive: true });
	}
}

async function ask(url: string, prompt: string): Promise<{ knowledge: unknown[]; tools: unknown[] }> {
	const response = await fetch(`${url}/discover`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ prompt, context: "private", max_hits: 5 }),
	});
	if (!response.ok) throw new Error(`/discover answered ${response.status}`);
	return (await response.json()) as { knowledge: unknown[]; tools: unknown[] };
}

/** How long after its start the server finds the claim that it indexes last, milliseconds. */
async function untilFilled(url: string): Promise<number> {
	const startedAt = performance.now();
	while ((await ask(url, entityName(999))).knowledge.length === 0)
		await new Promise((wait) => setTimeout(wait, 50));
	return performance.now() - startedAt;
}

async function benchAnswers(server: RegistryProgram, filledMs: number): Promise<boolean> {
	const { url } = server;
	const rows: Row[] = [];
	for (const [name, prompt] of PROMPTS) {
		const taken: number[] = [];
		let found = { knowledge: 0, tools: 0 };
		let cpuBefore = 0;
		for (let round = -10; round < ROUNDS; round++) {
			if (round === 0) cpuBefore = server.cpuMs();
			const before = performance.now();
			const { knowledge, tools } = await ask(url, prompt(round + 10));
			if (round >= 0) taken.push(performance.now() - before);
			found = { knowledge: knowledge.length, tools: tools.length };
		}
		const cpu = (server.cpuMs() - cpuBefore) / ROUNDS;
		const p95 = percentile95(taken);
		rows.push({
			cells: [
				name,
				ms(median(taken)),
				ms(p95),
				ms(cpu),
				`${found.tools} + ${found.knowledge}`,
				`p95 ≤ ${P95_MS} ms`,
			],
			missed: p95 > P95_MS,
		});
	}
	printTable(
		`POST /discover, ${SCRIPTS.toLocaleString("en")} scripts and ${CLAIMS.toLocaleString("en")} claims (found ${ms(filledMs)} after it listened)`,
		["prompt", "median", "p95", "processor time", "tools + claims found", "target"],
		rows,
	);
	return rows.every(({ missed }) => !missed);
}

async function benchHook(url: string): Promise<boolean> {
	const input = JSON.stringify({ prompt: `What do we know about ${entityName(37)}?`, cwd: "/" });
	const env = { PATH: process.env.PATH, HOME: tmpdir(), TOOLS_REGISTRY_URL: url };
	const hook = async () => {
		const { status, stdout } = spawnSync(process.execPath, [CAIRN, "hook", "prompt"], { input, env });
		if (status !== 0 || stdout.length === 0) throw new Error("the hook told nothing");
	};
	const empty = async () => spawnSync(process.execPath, ["-e", "0"], { input, env });
	const [hookMs, emptyMs] = await alternate(hook, empty, STARTS);
	const ratio = hookMs / emptyMs;
	const silentMs = await timeOfSilence(input);
	const rows = [
		{
			cells: ["told what fits", ms(hookMs), ms(emptyMs), `${times(ratio)} ≤ ${START_TARGET}`],
			missed: ratio > START_TARGET,
		},
		{
			cells: ["a server that never answers", ms(silentMs), "", `≤ ${SILENT_MS} ms`],
			missed: silentMs > SILENT_MS,
		},
	];
	printTable(
		`cairn hook prompt, whole process, median of ${STARTS}`,
		["", "hook", "node -e 0", "target"],
		rows,
	);
	return rows.every(({ missed }) => !missed);
}

/** How long the hook takes where somebody listens and never answers, milliseconds. */
async function timeOfSilence(input: string): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	const port = typeof address === "object" ? address?.port : undefined;
	const env = { PATH: process.env.PATH, HOME: tmpdir(), TOOLS_REGISTRY_URL: `http://127.0.0.1:${port}` };
	const before = performance.now();
	const { status, stdout } = spawnSync(process.execPath, [CAIRN, "hook", "prompt"], { input, env });
	const taken = performance.now() - before;
	server.close();
	if (status !== 0 || stdout.length > 0) throw new Error("the hook was not silent");
	return taken;
}
