import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CAIRN, EMPTY_SERVER } from "./programs.ts";
import { measureRawFloor } from "./raw-floor.ts";
import { ms, printTable, type Row, times } from "./report.ts";
import { AGENT, ENTRIES, seedStore, thousandLines, twentyKilobytes } from "./seed-store.ts";
import { median } from "./statistics.ts";
import { type StdioServer, startStdioServer } from "./stdio-server.ts";

const ROUNDS = 300;
const WARM_UP = 60;
/** Ten times as much stored may cost so much more. */
const GROWTH = 1.3;

interface Case {
	readonly name: string;
	/** At most so many times an empty tool call. */
	readonly target?: number;
	readonly tool: string;
	readonly input: (round: number) => Record<string, unknown>;
}

const agent_id = AGENT;

const CASES: readonly Case[] = [
	{
		name: "write 20 KB",
		target: 4,
		tool: "write_file",
		input: (round) => ({ agent_id, path: "bench", content: twentyKilobytes(String(round)) }),
	},
	{ name: "read 20 KB", target: 2.5, tool: "read_file", input: () => ({ agent_id, path: "seed/7" }) },
	{
		name: "read, unchanged",
		target: 2.5,
		tool: "read_file",
		input: () => ({ agent_id, path: "seed/7", since_version: 1 }),
	},
	{
		name: "diff of one line in 1,000",
		target: 2.5,
		tool: "read_file",
		input: () => ({ agent_id, path: "seed/8", since_version: 2, context: 3 }),
	},
	{
		name: "append",
		target: 2.5,
		tool: "append_log",
		input: (round) => ({ agent_id, path: "bench", entry: `entry ${round}` }),
	},
	{
		name: "read a log page",
		target: 2.5,
		tool: "read_log",
		input: (round) => ({ agent_id, path: "log", since_entry: (round * 97) % ENTRIES }),
	},
	{ name: "list 1,000 files", tool: "list_files", input: () => ({ agent_id }) },
];

/** Times each call over stdio on a full store and on one with ten times as much, beside an empty tool call. */
export async function benchScratchpadCalls(): Promise<boolean> {
	const folder = await mkdtemp(join(tmpdir(), "cairn-bench-"));
	try {
		const [one, ten] = [join(folder, "one.db"), join(folder, "ten.db")];
		await seedStore({ file: one, agents: 1 });
		await seedStore({ file: ten, agents: 10 });
		await using empty = await startStdioServer([EMPTY_SERVER]);
		await using small = await startStdioServer([CAIRN, "mcp", "--db", one]);
		await using large = await startStdioServer([CAIRN, "mcp", "--db", ten]);
		for (const server of [small, large]) await writeDiffPair(server);
		const figures = await measure({ empty, small, large });
		const floor = measureRawFloor(one, ROUNDS);
		return print(figures, floor);
	} finally {
		await rm(folder, { recursive: true });
	}
}

async function writeDiffPair(server: StdioServer): Promise<void> {
	for (const changed of ["", " (changed)"]) {
		await server.call("write_file", { agent_id, path: "seed/8", content: thousandLines(changed) });
	}
}

interface Figures {
	readonly emptyMs: number;
	readonly rows: ReadonlyArray<{ readonly case: Case; readonly smallMs: number; readonly largeMs: number }>;
}

/** The servers take turns call by call, so that a moment in which the machine is busy touches all of them. */
async function measure(servers: Record<"empty" | "small" | "large", StdioServer>): Promise<Figures> {
	const emptyTimes: number[] = [];
	const rows = [];
	for (const one of CASES) {
		const smallTimes: number[] = [];
		const largeTimes: number[] = [];
		for (let round = -WARM_UP; round < ROUNDS; round++) {
			const input = one.input(round + WARM_UP);
			const emptyMs = (await servers.empty.call("empty", {})).ms;
			const smallMs = (await servers.small.call(one.tool, input)).ms;
			const largeMs = (await servers.large.call(one.tool, input)).ms;
			if (round < 0) continue;
			emptyTimes.push(emptyMs);
			smallTimes.push(smallMs);
			largeTimes.push(largeMs);
		}
		rows.push({ case: one, smallMs: median(smallTimes), largeMs: median(largeTimes) });
	}
	return { emptyMs: median(emptyTimes), rows };
}

function print({ emptyMs, rows }: Figures, floor: ReadonlyMap<string, number>): boolean {
	const printed = rows.map(({ case: { name, target }, smallMs, largeMs }): Row => {
		const rawMs = floor.get(name);
		const missed = (target !== undefined && smallMs > target * emptyMs) || largeMs > GROWTH * smallMs;
		const ofEmpty = `${times(smallMs / emptyMs)}${target === undefined ? "" : ` ≤ ${target}`}`;
		const raw = rawMs === undefined ? "–" : ms(rawMs);
		return {
			cells: [name, ms(smallMs), ofEmpty, ms(largeMs), `${times(largeMs / smallMs)} ≤ ${GROWTH}`, raw],
			missed,
		};
	});
	printTable(
		`Calls over stdio, median of ${ROUNDS}; an empty tool call takes ${ms(emptyMs)}`,
		["call", "time", "of an empty call", "10 × stored", "growth", "SQLite alone"],
		printed,
	);
	return printed.every(({ missed }) => !missed);
}
