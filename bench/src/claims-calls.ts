import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ClaimsFloor, measureClaimsFloor } from "./claims-floor.ts";
import { benchParallelAdds } from "./parallel-adds.ts";
import { CAIRN, MEMORY_SERVER } from "./programs.ts";
import { ms, printTable, type Row, times } from "./report.ts";
import { claimText, entityName, seedClaims, seedMemory } from "./seed-claims.ts";
import { median, percentile95 } from "./statistics.ts";
import { type StdioServer, startStdioServer } from "./stdio-server.ts";

const SMALL = 1_000;
const LARGE = 100_000;
const SIZES = [0, SMALL, 10_000, LARGE];
/** The memory server writes its whole file anew with each change. */
const LARGEST_MEMORY = 10_000;
const ROUNDS = 120;
const WARM_UP = 30;
/** Asserting and confirming at 100,000 claims may cost so many times what it costs at 1,000. */
const GROWTH = 1.3;
const SEARCH_P95_MS = 25;
const CHECK_MS = 150;

type Floor = keyof ClaimsFloor;

interface Case {
	readonly name: string;
	readonly tool: string;
	readonly input: (round: number, size: number) => Record<string, unknown>;
	readonly floor: Floor;
	/** What of the target there is for it. */
	readonly target?: "growth" | "search" | "check";
	/** How the memory server is asked for the same. */
	readonly memory?: { tool: string; input: (round: number, size: number) => Record<string, unknown> };
}

const search = (name: string, query: (round: number, size: number) => string, floor: Floor): Case => ({
	name,
	tool: "claim_search",
	input: (round, size) => ({ query: query(round, size) }),
	floor,
	target: "search",
	memory: { tool: "search_nodes", input: (round, size) => ({ query: query(round, size) }) },
});

const CASES: readonly Case[] = [
	{
		name: "add",
		tool: "claim_add",
		input: (round) => ({
			claim: `Bench adds claim number ${round} of this run`,
			entity: entityName(round),
			kind: "fact",
			volatility: "slow",
			confidence: 0.8,
		}),
		floor: "writeMs",
		target: "growth",
		memory: {
			tool: "create_entities",
			input: (round) => ({
				entities: [
					{ name: `Bench ${round}`, entityType: "project", observations: [`claim number ${round}`] },
				],
			}),
		},
	},
	{
		name: "confirm",
		tool: "claim_confirm",
		input: (round, size) => ({ id: `cl_${((round * 37) % size).toString(16).padStart(16, "0")}` }),
		floor: "writeMs",
		target: "growth",
	},
	search("search, one hit", (round, size) => claimText((round * 41) % Math.max(1, size)), "readOneMs"),
	search("search, no hit", (round) => `quartz ${round}`, "readOneMs"),
	search("search, many hits", () => "project ships", "readPageMs"),
	search("search, all match", () => "Project", "readPageMs"),
	search("2 letters, many hits", () => "sh", "readPageMs"),
	search("2 letters, no hit", () => "qz", "readOneMs"),
	search("1 letter, no hit", () => "ß", "readOneMs"),
	{ name: "stale", tool: "claims_decayed", input: () => ({}), floor: "readPageMs", target: "check" },
	{
		name: "stale, any at all",
		tool: "claims_decayed",
		input: () => ({ minStaleness: 0.01 }),
		floor: "readPageMs",
		target: "check",
	},
	{
		name: "contradictions",
		tool: "claims_contradictions",
		input: () => ({}),
		floor: "readPageMs",
		target: "check",
	},
];

interface Times {
	readonly median: number;
	readonly p95: number;
}

/** Times each call over stdio at each number of claims, and the same of the MCP project's memory server. */
export async function benchClaims(): Promise<boolean> {
	const folder = await mkdtemp(join(tmpdir(), "cairn-bench-claims-"));
	try {
		const claims = new Map<number, Map<string, Times>>();
		const memory = new Map<number, Map<string, Times>>();
		let floor: ClaimsFloor | undefined;
		for (const size of SIZES) {
			const file = join(folder, `${size}.db`);
			await seedClaims(file, size);
			await using server = await startStdioServer([CAIRN, "mcp", "--db", file, "--agent", "bench"]);
			claims.set(size, await measure(CASES, size, server));
			floor = measureClaimsFloor(file, ROUNDS);
			if (size <= LARGEST_MEMORY) memory.set(size, await measureMemory(join(folder, `${size}.jsonl`), size));
		}
		const growth = await measureGrowth(folder);
		const met = print({ claims, growth, floor });
		printMemory(claims, memory);
		return (await benchParallelAdds(folder)) && met;
	} finally {
		await rm(folder, { recursive: true });
	}
}

/** What changes costs at the most claims, in times of what it costs at a thousand: the two servers take turns. */
async function measureGrowth(folder: string): Promise<Map<string, number>> {
	const start = (size: number) => startStdioServer([CAIRN, "mcp", "--db", join(folder, `${size}.db`)]);
	await using small = await start(SMALL);
	await using large = await start(LARGE);
	const growth = new Map<string, number>();
	for (const { name, tool, input } of CASES.filter(({ target }) => target === "growth")) {
		const taken: Record<"small" | "large", number[]> = { small: [], large: [] };
		for (let round = 0; round < ROUNDS; round++) {
			taken.small.push((await small.call(tool, input(ROUNDS * 2 + round, SMALL))).ms);
			taken.large.push((await large.call(tool, input(ROUNDS * 2 + round, LARGE))).ms);
		}
		growth.set(name, median(taken.large) / median(taken.small));
	}
	return growth;
}

async function measureMemory(file: string, size: number): Promise<Map<string, Times>> {
	await seedMemory(file, size);
	await using server = await startStdioServer([MEMORY_SERVER], { MEMORY_FILE_PATH: file });
	const cases = CASES.flatMap(({ memory, ...one }) => (memory === undefined ? [] : [{ ...one, ...memory }]));
	// Awaited here, or the server would be ended at once.
	return await measure(cases, size, server);
}

async function measure(
	cases: readonly Case[],
	size: number,
	server: StdioServer,
): Promise<Map<string, Times>> {
	const figures = new Map<string, Times>();
	for (const { name, tool, input } of cases) {
		if (name === "confirm" && size === 0) continue;
		const taken: number[] = [];
		for (let round = -WARM_UP; round < ROUNDS; round++) {
			const { ms } = await server.call(tool, input(round + WARM_UP, size));
			if (round >= 0) taken.push(ms);
		}
		figures.set(name, { median: median(taken), p95: percentile95(taken) });
	}
	return figures;
}

interface Figures {
	readonly claims: ReadonlyMap<number, ReadonlyMap<string, Times>>;
	readonly growth: ReadonlyMap<string, number>;
	readonly floor: ClaimsFloor | undefined;
}

function print({ claims, growth, floor }: Figures): boolean {
	const rows = CASES.map((one): Row => {
		const at = (size: number) => claims.get(size)?.get(one.name);
		const judged = judge(one, { large: at(LARGE), growth: growth.get(one.name) });
		const cells = [
			one.name,
			...SIZES.map((size) => (at(size) === undefined ? "–" : ms(at(size)?.median ?? 0))),
			ms(at(LARGE)?.p95 ?? 0),
			floor === undefined ? "–" : ms(floor[one.floor]),
			judged.target,
		];
		return { cells, missed: judged.missed };
	});
	printTable(
		`Claims over stdio, median of ${ROUNDS}, by how many there are`,
		["call", ...SIZES.map((size) => size.toLocaleString("en")), "p95 of the last", "SQLite alone", "target"],
		rows,
	);
	return rows.every(({ missed }) => !missed);
}

function judge(
	{ target }: Case,
	{ large, growth = Number.NaN }: { large: Times | undefined; growth: number | undefined },
) {
	if (large === undefined || target === undefined) return { target: "", missed: false };
	if (target === "growth") return { target: `${times(growth)} ≤ ${GROWTH}`, missed: growth > GROWTH };
	if (target === "search") return { target: `p95 ≤ ${SEARCH_P95_MS} ms`, missed: large.p95 > SEARCH_P95_MS };
	return { target: `≤ ${CHECK_MS} ms`, missed: large.median > CHECK_MS };
}

function printMemory(
	claims: ReadonlyMap<number, ReadonlyMap<string, Times>>,
	memory: ReadonlyMap<number, ReadonlyMap<string, Times>>,
): void {
	const sizes = SIZES.filter((size) => size <= LARGEST_MEMORY);
	const rows = CASES.filter((one) => one.memory !== undefined).map(({ name }) => ({
		cells: [
			name,
			...sizes.flatMap((size) => [
				ms(claims.get(size)?.get(name)?.median ?? 0),
				ms(memory.get(size)?.get(name)?.median ?? 0),
			]),
		],
	}));
	const columns = sizes.flatMap((size) => [size.toLocaleString("en"), "memory server"]);
	printTable("Beside @modelcontextprotocol/server-memory, median", ["call", ...columns], rows);
}
