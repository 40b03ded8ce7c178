import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CAIRN } from "./programs.ts";
import { ms, printTable, type Row } from "./report.ts";
import { line, thousandLines } from "./seed-store.ts";
import { type StdioServer, startStdioServer } from "./stdio-server.ts";

const LIMIT_MS = 1_500;
const BLOCK_MS = 100;
const SHARE = 0.02;
const MEGABYTE = 1_048_576;

const agent_id = "bench";

/** Pseudo-random numbers that are the same in each run. */
function* randomNumbers(seed: number): Generator<number, never> {
	for (let state = seed; ; ) {
		state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
		yield state;
	}
}

function lines(count: number, text: (index: number) => string): string {
	return Array.from({ length: count }, (_, index) => text(index))
		.join("\n")
		.slice(0, MEGABYTE);
}

function randomLetters(count: number, seed: number): string {
	const numbers = randomNumbers(seed);
	return lines(count, () => "abc"[(numbers.next().value >> 8) % 3] ?? "a");
}

const PAIRS: ReadonlyArray<readonly [name: string, before: () => string, after: () => string]> = [
	[
		"two wholly different files of 20,000 lines",
		() => lines(20_000, (n) => `old ${line(n)}`),
		() => lines(20_000, (n) => `new ${line(n)}`),
	],
	[
		"500,000 one-character lines, all the same",
		() => lines(500_000, () => "a"),
		() => lines(400_000, () => "a"),
	],
	[
		"500,000 one-character lines, alternating",
		() => lines(500_000, (n) => "ab"[n % 2] ?? ""),
		() => lines(500_000, (n) => "ba"[n % 2] ?? ""),
	],
	["500,000 one-character lines, random", () => randomLetters(500_000, 1), () => randomLetters(500_000, 2)],
	["one line of 1 MB", () => "x".repeat(MEGABYTE), () => "y".repeat(MEGABYTE)],
	[
		"every second of 20,000 lines changed",
		() => lines(20_000, line),
		() => lines(20_000, (n) => (n % 2 ? line(n) : `changed ${n}`)),
	],
	["20,000 lines reversed", () => lines(20_000, line), () => lines(20_000, (n) => line(20_000 - n))],
	["1,000,000 empty lines, one less", () => "\n".repeat(1_000_000), () => "\n".repeat(999_999)],
];

/** The dearest diffs that are legal: how long they take, and how long they keep other calls waiting meanwhile. */
export async function benchWorstCaseDiffs(): Promise<boolean> {
	const folder = await mkdtemp(join(tmpdir(), "cairn-bench-"));
	try {
		await using server = await startStdioServer([CAIRN, "mcp", "--db", join(folder, "cairn.db")]);
		await server.call("append_log", { agent_id: "other", path: "log", entry: "warm up" });
		const rows: Row[] = [];
		for (const [index, [name, before, after]] of PAIRS.entries()) {
			rows.push(await measurePair(server, { name, path: `pair-${index}`, before: before(), after: after() }));
		}
		printTable(
			`Worst-case diffs over stdio (≤ ${LIMIT_MS} ms, other calls wait ≤ ${BLOCK_MS} ms more)`,
			["pair", "diff", "longest other call", "answer", ""],
			rows,
		);
		return [...rows, await printOrdinaryDiff(server)].every(({ missed }) => !missed);
	} finally {
		await rm(folder, { recursive: true });
	}
}

interface Pair {
	readonly name: string;
	readonly path: string;
	readonly before: string;
	readonly after: string;
}

async function measurePair(server: StdioServer, { name, path, before, after }: Pair): Promise<Row> {
	for (const content of [before, after]) await server.call("write_file", { agent_id, path, content });
	let done = false;
	const startedAt = performance.now();
	const diff = server.callLater("read_file", { agent_id, path, since_version: 1 }).then((text) => {
		done = true;
		return { text, tookMs: performance.now() - startedAt };
	});
	let longestMs = 0;
	while (!done) {
		const { ms: waited } = await server.call("get_usage_stats", { agent_id: "other" });
		longestMs = Math.max(longestMs, waited);
	}
	const { text, tookMs } = await diff;
	const coarse = text.endsWith('"coarse":true}') ? "coarse" : "exact";
	const size = `${(text.length / MEGABYTE).toFixed(1)} MB`;
	return {
		cells: [name, ms(tookMs), ms(longestMs), size, coarse],
		missed: tookMs > LIMIT_MS || longestMs > BLOCK_MS,
	};
}

/** What an agent meets every day: one changed line of a thousand answers in a fiftieth of the file. */
async function printOrdinaryDiff(server: StdioServer): Promise<Row> {
	const path = "ordinary";
	for (const changed of ["", " (changed)"]) {
		await server.call("write_file", { agent_id, path, content: thousandLines(changed) });
	}
	const { text } = await server.call("read_file", { agent_id, path, since_version: 1, context: 3 });
	const share = Buffer.byteLength(text) / Buffer.byteLength(thousandLines());
	const row = {
		cells: ["share of the file's bytes", `${(share * 100).toFixed(2)} % ≤ ${SHARE * 100} %`],
		missed: share > SHARE,
	};
	printTable("One changed line of 1,000, with context 3", ["", "answer"], [row]);
	return row;
}
