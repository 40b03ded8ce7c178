import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

/** A server under measurement: one request at a time, timed from the write to the whole line of the answer. */
export interface StdioServer extends AsyncDisposable {
	/** Milliseconds from the start of the process to the answer of the first tools/list. */
	readonly startMs: number;
	/** Calls a tool; gives its answer's text and the milliseconds that it took. */
	call(name: string, input: Record<string, unknown>): Promise<{ text: string; ms: number }>;
	/** Writes a call without waiting for its answer. */
	callLater(name: string, input: Record<string, unknown>): Promise<string>;
	/** Resident memory of the process, MiB. */
	residentMiB(): number;
	/** Processor time of the process so far, milliseconds. */
	cpuMs(): number;
}

/** Starts a server from a command of node, opens the connection and lists its tools. */
export async function startStdioServer(
	args: readonly string[],
	settings: Readonly<Record<string, string>> = {},
): Promise<StdioServer> {
	const startedAt = performance.now();
	const env = { ...process.env, ...settings };
	const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "ignore"], env });
	const peer = createPeer(child.stdin, child.stdout);
	const clientInfo = { name: "bench", version: "1.0.0" };
	await peer.requestLine("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
	child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
	await peer.requestLine("tools/list", {});
	const startMs = performance.now() - startedAt;
	const callLater = async (name: string, input: Record<string, unknown>) =>
		textOf(await peer.requestLine("tools/call", { name, arguments: input }));
	return {
		startMs,
		callLater,
		async call(name, input) {
			const before = performance.now();
			const line = await peer.requestLine("tools/call", { name, arguments: input });
			const ms = performance.now() - before;
			return { ms, text: textOf(line) };
		},
		residentMiB: () => residentMiB(child.pid),
		cpuMs: () => cpuMs(child.pid),
		async [Symbol.asyncDispose]() {
			const exit = once(child, "exit");
			child.stdin.end();
			await exit;
		},
	};
}

interface Answer {
	readonly id: number;
	readonly result?: {
		readonly content?: ReadonlyArray<{ readonly text: string }>;
		readonly isError?: boolean;
	};
	readonly error?: { readonly message: string };
}

function createPeer(input: NodeJS.WritableStream, output: NodeJS.ReadableStream) {
	const waiting = new Map<number, (line: Buffer) => void>();
	let chunks: Buffer[] = [];
	let lastId = 0;
	output.on("data", (chunk: Buffer) => {
		let start = 0;
		for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
			chunks.push(chunk.subarray(start, end));
			deliver(Buffer.concat(chunks));
			chunks = [];
			start = end + 1;
		}
		chunks.push(chunk.subarray(start));
	});
	const deliver = (line: Buffer) => {
		// The id stands at one of the ends; looking for it there leaves the parsing out of the measured time.
		const ends = line.subarray(0, 60).toString("latin1") + line.subarray(-60).toString("latin1");
		const id = Number(/"id":(\d+)/.exec(ends)?.[1]);
		waiting.get(id)?.(line);
		waiting.delete(id);
	};
	return {
		/** The whole line of the answer, unparsed. */
		requestLine(method: string, params: Record<string, unknown>): Promise<Buffer> {
			const id = ++lastId;
			const line = new Promise<Buffer>((resolve) => waiting.set(id, resolve));
			input.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
			return line;
		},
	};
}

function textOf(line: Buffer): string {
	const { result, error }: Answer = JSON.parse(line.toString("utf8"));
	const text = error?.message ?? result?.content?.[0]?.text ?? "";
	if (error !== undefined || result?.isError) throw new Error(text);
	return text;
}

function residentMiB(pid: number | undefined): number {
	const status = readFileSync(`/proc/${pid}/status`, "utf8");
	return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** Linux counts processor time in hundredths of a second. */
function cpuMs(pid: number | undefined): number {
	const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
	return (Number(fields[11]) + Number(fields[12])) * 10;
}
