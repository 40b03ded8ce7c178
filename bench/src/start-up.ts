import { tmpdir } from "node:os";
import { join } from "node:path";
import { CAIRN, EMPTY_SERVER } from "./programs.ts";
import { ms, printTable, times } from "./report.ts";
import { median } from "./statistics.ts";
import { startStdioServer } from "./stdio-server.ts";

const ROUNDS = 15;
const TIME_TARGET = 0.8;
const MEMORY_TARGET = 1.3;

interface Start {
	readonly wallMs: number;
	readonly cpuMs: number;
	readonly residentMiB: number;
}

/** From the start of the process to the first tools/list answer, and the memory then, beside an empty SDK server. */
export async function benchStartUp(): Promise<boolean> {
	const commands = {
		cairn: [CAIRN, "mcp", "--db", join(tmpdir(), "cairn-bench-unused.db")],
		empty: [EMPTY_SERVER],
	};
	const starts: Record<keyof typeof commands, Start[]> = { cairn: [], empty: [] };
	for (let round = 0; round <= ROUNDS; round++) {
		for (const name of ["empty", "cairn"] as const) {
			const start = await measureStart(commands[name]);
			if (round > 0) starts[name].push(start);
		}
	}
	const figure = (name: keyof typeof commands, part: keyof Start) =>
		median(starts[name].map((start) => start[part]));
	const ratio = (part: keyof Start) => figure("cairn", part) / figure("empty", part);
	const row = (label: string, part: keyof Start, unit: (value: number) => string, target: number) => ({
		cells: [
			label,
			unit(figure("cairn", part)),
			unit(figure("empty", part)),
			`${times(ratio(part))} ≤ ${target}`,
		],
		missed: ratio(part) > target,
	});
	const rows = [
		row("time to first tools/list", "wallMs", ms, TIME_TARGET),
		row("processor time until then", "cpuMs", ms, TIME_TARGET),
		row("memory then", "residentMiB", (value) => `${value.toFixed(0)} MiB`, MEMORY_TARGET),
	];
	printTable(`Start, median of ${ROUNDS}`, ["", "cairn mcp", "empty SDK server", "ratio"], rows);
	return rows.every(({ missed }) => !missed);
}

async function measureStart(args: readonly string[]): Promise<Start> {
	await using server = await startStdioServer(args);
	return { wallMs: server.startMs, cpuMs: server.cpuMs(), residentMiB: server.residentMiB() };
}
