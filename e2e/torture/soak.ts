import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { startRegistry, temporaryFolder } from "../programs.ts";

export interface SoakReport {
	readonly calls: number;
	/** Open files and sockets of the registry, after warming up and at the end. */
	readonly handles: readonly [before: number, after: number];
	/** Its memory then, megabytes. */
	readonly megabytes: readonly [before: number, after: number];
	/** How it grew in between, megabytes for 10,000 calls: the slope of a line through all looks. */
	readonly growth: number;
}

const LOOKS = 20;
/** The catalog that the laptop has. */
let seen: Record<string, string> = {};
const WARM_UP = 0.25;

/**
 * Has laptops poll and agents call as fast as it goes: what a day of one laptop brings, which polls every 5 s, is 17,280
 * polls. Handles can be counted where the system lists them (Linux); elsewhere they are 0.
 */
export async function soak(calls: number): Promise<SoakReport> {
	await using folder = await temporaryFolder();
	await using registry = await startRegistry({ CAIRN_DATA_DIR: folder.path, LOG_LEVEL: "warn" });
	const pid = registry.child.pid ?? 0;
	const looks: { calls: number; megabytes: number; handles: number }[] = [];
	for (let look = 0; look < LOOKS; look++) {
		const share = Math.ceil(calls / LOOKS);
		for (let n = 0; n < share; n++) await oneCall(registry.url, look * share + n);
		looks.push({ calls: (look + 1) * share, ...(await lookAt(pid)) });
	}
	const warm = looks.slice(Math.floor(LOOKS * WARM_UP));
	const [first, last] = [warm[0], warm.at(-1)];
	if (first === undefined || last === undefined) throw new Error("a soak needs calls");
	return {
		calls: last.calls,
		handles: [first.handles, last.handles],
		megabytes: [first.megabytes, last.megabytes],
		growth: 10_000 * slope(warm.map((one) => [one.calls, one.megabytes])),
	};
}

/** Polls as laptops do, who say which catalog they have; each fourth call is an agent that writes. */
async function oneCall(url: string, n: number): Promise<void> {
	const answer = n % 4 === 0 ? await write(url, n) : await fetch(`${url}/registry`, { headers: seen });
	await answer.arrayBuffer();
	if (n % 4 !== 0) seen = { "if-none-match": answer.headers.get("etag") ?? "" };
}

function write(url: string, n: number): Promise<Response> {
	const body = JSON.stringify({
		agent_id: "a",
		path: `files/${n % 50}`,
		content: `version ${n} ${"x".repeat(2_000)}`,
	});
	return fetch(`${url}/api/scratchpad/write_file`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body,
	});
}

/** A connection that was closed a moment ago still counts: the least of a few looks does. */
async function lookAt(pid: number): Promise<{ megabytes: number; handles: number }> {
	let least = Number.POSITIVE_INFINITY;
	for (let look = 0; look < 5; look++) {
		least = Math.min(least, handlesOf(pid));
		await sleep(1);
	}
	return { megabytes: memoryOf(pid), handles: least };
}

function handlesOf(pid: number): number {
	return process.platform === "linux" ? readdirSync(`/proc/${pid}/fd`).length : 0;
}

function memoryOf(pid: number): number {
	if (process.platform !== "linux") return 0;
	const [, kilobytes = "0"] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
	return Number(kilobytes) / 1_024;
}

/** By least squares. */
function slope(points: readonly (readonly [number, number])[]): number {
	const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
	const meanX = mean(points.map(([x]) => x));
	const meanY = mean(points.map(([, y]) => y));
	const over = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
	return over / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}
