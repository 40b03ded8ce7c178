import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CAIRN, MEMORY_SERVER } from "./programs.ts";
import { printTable, type Row } from "./report.ts";
import { type StdioServer, startStdioServer } from "./stdio-server.ts";

const ADDS = 20;

/** Adds at the same moment, by one process and by two on one file: how many of them are kept. */
export async function benchParallelAdds(folder: string): Promise<boolean> {
	const rows: Row[] = [];
	for (const processes of [1, 2]) {
		const kept = await addClaims(join(folder, `parallel-${processes}.db`), processes);
		const memory = await addEntities(join(folder, `parallel-${processes}.jsonl`), processes);
		const asked = processes * ADDS;
		const cells = [`from ${processes} process${processes === 1 ? "" : "es"}`, `${kept} of ${asked}`];
		rows.push({ cells: [...cells, `${memory} of ${asked}`], missed: kept < asked });
	}
	printTable("Adds at the same moment that are kept", ["", "cairn", "memory server"], rows);
	return rows.every(({ missed }) => !missed);
}

async function addClaims(file: string, processes: number): Promise<number> {
	const servers = await startAll(processes, () => startStdioServer([CAIRN, "mcp", "--db", file]));
	const fixed = { entity: "bench", kind: "fact", volatility: "slow", confidence: 0.8 };
	await addAll(servers, (server, name) => server.callLater("claim_add", { ...fixed, claim: name }));
	const found = await servers[0]?.call("claim_search", { query: "add" });
	await stopAll(servers);
	return JSON.parse(found?.text ?? "[]").length;
}

async function addEntities(file: string, processes: number): Promise<number> {
	const settings = { MEMORY_FILE_PATH: file };
	const servers = await startAll(processes, () => startStdioServer([MEMORY_SERVER], settings));
	await addAll(servers, (server, name) =>
		server.callLater("create_entities", {
			entities: [{ name, entityType: "project", observations: [name] }],
		}),
	);
	await stopAll(servers);
	return new Set((await readFile(file, "utf8")).split("\n").filter((line) => isEntity(line))).size;
}

function isEntity(line: string): boolean {
	try {
		return JSON.parse(line).type === "entity";
	} catch {
		return false;
	}
}

const startAll = (count: number, start: () => Promise<StdioServer>) =>
	Promise.all(Array.from({ length: count }, start));

/** An add that fails isn't kept, which is what is counted. */
async function addAll(
	servers: readonly StdioServer[],
	add: (server: StdioServer, name: string) => Promise<unknown>,
): Promise<void> {
	const adds = servers.flatMap((server, index) =>
		Array.from({ length: ADDS }, (_, n) => add(server, `add ${index}.${n}`)),
	);
	await Promise.allSettled(adds);
}

async function stopAll(servers: readonly StdioServer[]): Promise<void> {
	for (const server of servers) await server[Symbol.asyncDispose]();
}
