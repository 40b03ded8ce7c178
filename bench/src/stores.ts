import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { startPostgres } from "../../tools/start-postgres.mjs";
import { startRegistryProgram } from "./registry-program.ts";
import { printTable, type Row, times } from "./report.ts";
import { median } from "./statistics.ts";

const CLIENTS = [1, 8, 32] as const;
/** How long one kind of call is made by so many clients, milliseconds; the stores take turns. */
const TURN_MS = 600;
const TURNS = 3;
const WARM_UP_MS = 300;
const TWO_KILOBYTES = "a line of thirty-two characters\n".repeat(64);

interface Case {
	readonly name: string;
	readonly operation: string;
	readonly input: (client: number, n: number) => Record<string, unknown>;
}

/** Each client writes its own file and log, and reads its own. */
const CASES: readonly Case[] = [
	{
		name: "write_file of 2 KB",
		operation: "write_file",
		input: (client, n) => ({
			agent_id: `bench-${client}`,
			path: `file-${n % 8}`,
			content: `${n}\n${TWO_KILOBYTES}`,
		}),
	},
	{
		name: "append_log",
		operation: "append_log",
		input: (client, n) => ({ agent_id: `bench-${client}`, path: "log", entry: `entry ${n}` }),
	},
	{
		name: "read_file of 2 KB",
		operation: "read_file",
		input: (client) => ({ agent_id: `bench-${client}`, path: "file-0" }),
	},
];

/** Calls a second through a registry on SQLite and one on PostgreSQL, by HTTP, with more and more clients. */
export async function benchStores(): Promise<boolean> {
	const folder = await mkdtemp(join(tmpdir(), "cairn-bench-"));
	const postgres = await startPostgres({ durable: true });
	try {
		await using sqlite = await startRegistryProgram({ CAIRN_DATA_DIR: join(folder, "sqlite") });
		await using onPostgres = await startRegistryProgram({
			CAIRN_DATA_DIR: join(folder, "postgres"),
			DATABASE_URL: postgres.url,
		});
		const rows: Row[] = [];
		for (const one of CASES)
			for (const clients of CLIENTS) {
				const [file = 0, server = 0] = await measure([sqlite.url, onPostgres.url], { one, clients });
				const cells = [one.name, String(clients), file.toFixed(0), server.toFixed(0), times(server / file)];
				rows.push({ cells });
			}
		printTable(
			`Calls a second over HTTP, median of ${TURNS} turns; PostgreSQL on this machine, with every commit on the disk`,
			["call", "clients", "SQLite", "PostgreSQL", "ratio"],
			rows,
		);
		return true;
	} finally {
		await postgres.stop();
		await rm(folder, { recursive: true });
	}
}

interface Load {
	readonly one: Case;
	readonly clients: number;
}

/** Calls a second of each server, which take turns, so that a busy moment of the machine touches all. */
async function measure(urls: readonly string[], load: Load): Promise<number[]> {
	const counts = urls.map((): number[] => []);
	for (const url of urls) await callFor(WARM_UP_MS, url, load);
	for (let turn = 0; turn < TURNS; turn++)
		for (const [index, url] of urls.entries()) counts[index]?.push(await callFor(TURN_MS, url, load));
	return counts.map(median);
}

/** @returns calls a second. */
async function callFor(forMs: number, url: string, { one, clients }: Load): Promise<number> {
	const agent = new Agent({ keepAlive: true, maxSockets: clients });
	const startedAt = performance.now();
	let calls = 0;
	const work = async (_: unknown, client: number) => {
		for (let n = 0; performance.now() - startedAt < forMs; n++) {
			await post(agent, `${url}/api/scratchpad/${one.operation}`, one.input(client, n));
			calls++;
		}
	};
	await Promise.all(Array.from({ length: clients }, work));
	const seconds = (performance.now() - startedAt) / 1_000;
	agent.destroy();
	return calls / seconds;
}

async function post(agent: Agent, url: string, body: unknown): Promise<void> {
	const sent = request(url, { agent, method: "POST", headers: { "content-type": "application/json" } });
	sent.end(JSON.stringify(body));
	const [answer] = await once(sent, "response");
	const said = await text(answer);
	if (answer.statusCode !== 200) throw new Error(`${url} answers ${answer.statusCode}: ${said}`);
}
