import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type RunningProgram, startMcpServer, startRegistry, temporaryFolder } from "../programs.ts";
import { connectAgent, startAdminWithOwner } from "./load.ts";
import { slope } from "./slope.ts";

export interface SoakReport {
	readonly server: string;
	readonly calls: number;
	/** Open files and sockets after warming up and at the end. */
	readonly files: readonly [before: number, after: number];
	/** What keeps its event loop going, such as timers and sockets, then. */
	readonly resources: readonly [before: number, after: number];
	/** Its memory then, megabytes. */
	readonly megabytes: readonly [before: number, after: number];
	/** How it grew in between, megabytes for 10,000 calls: the slope of a line through all looks. */
	readonly growth: number;
}

interface Soaked {
	readonly name: string;
	readonly program: RunningProgram;
	/** What it is asked in this part of the calls, 0 to 1. */
	readonly part: number;
	call(n: number): Promise<void>;
}

interface Look {
	readonly calls: number;
	readonly files: number;
	readonly resources: number;
	readonly megabytes: number;
}

const LOOKS = 20;
/** An engine that has memory to spare takes its time to settle: looks count from this part of them on. */
const WARM_UP = 0.5;

/**
 * Has laptops poll, agents call and the owner look at pages as fast as it goes: a laptop that polls every 5 s does so
 * 17,280 times a day. Files can be counted where the system lists them (Linux); elsewhere they are 0.
 */
export async function soak(calls: number): Promise<SoakReport[]> {
	await using folder = await temporaryFolder();
	await using registry = await startRegistry({ CAIRN_DATA_DIR: folder.path, LOG_LEVEL: "info" });
	await using mcp = await startMcpServer({ TOOLS_REGISTRY_URL: registry.url });
	await using admin = await startAdminWithOwner(folder.path);
	await using agent = await connectAgent(mcp);
	const pages = ["/", "/agents/a", "/timeline", "/agents/a/files/files/1", "/claims"];
	const soaked: Soaked[] = [
		{ name: "registry", program: registry, part: 1, call: laptop(registry.url) },
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
	for (let round = 0; round < LOOKS; round++) {
		for (const { name, program, part, call } of soaked) {
			const share = Math.ceil((calls * part) / LOOKS);
			for (let n = 0; n < share; n++) await call(round * share + n);
			looks.get(name)?.push({ calls: (round + 1) * share, ...(await lookAt(program)) });
		}
	}
	return [...looks].map(([server, all]) => report(server, all.slice(Math.floor(LOOKS * WARM_UP))));
}

function report(server: string, looks: readonly Look[]): SoakReport {
	const [first, last] = [looks[0], looks.at(-1)];
	if (first === undefined || last === undefined) throw new Error("a soak needs calls");
	return {
		server,
		calls: last.calls,
		files: [first.files, last.files],
		resources: [first.resources, last.resources],
		megabytes: [first.megabytes, last.megabytes],
		growth: 10_000 * slope(looks.map(({ calls, megabytes }) => [calls, megabytes])),
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
async function lookAt({ url, child }: RunningProgram): Promise<Omit<Look, "calls">> {
	const looks: Omit<Look, "calls">[] = [];
	for (let look = 0; look < 5; look++) {
		looks.push({
			files: filesOf(child.pid ?? 0),
			resources: await resourcesOf(url),
			megabytes: memoryOf(child.pid ?? 0),
		});
		await sleep(1);
	}
	const least = (of: keyof Omit<Look, "calls">) => Math.min(...looks.map((look) => look[of]));
	return { files: least("files"), resources: least("resources"), megabytes: least("megabytes") };
}

function filesOf(pid: number): number {
	return process.platform === "linux" ? readdirSync(`/proc/${pid}/fd`).length : 0;
}

/** As the program's own figures have it. */
async function resourcesOf(url: string): Promise<number> {
	const figures = await (await fetch(`${url}/metrics`)).text();
	return Number(/^nodejs_active_resources_total(?:\{[^}]*\})? (\d+)/m.exec(figures)?.[1]);
}

function memoryOf(pid: number): number {
	if (process.platform !== "linux") return 0;
	const [, kilobytes = "0"] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
	return Number(kilobytes) / 1_024;
}
