import { isUtf8 } from "node:buffer";
import type { Readable, Writable } from "node:stream";
import {
	deserializeMessage,
	type JSONRPCMessage,
	ProtocolErrorCode,
	type Transport,
} from "@modelcontextprotocol/server";
import { LineSplitter } from "./line-splitter.ts";

/** The longest message: a 1 MiB text whose every character is a six-byte JSON escape, and room for the rest. */
export const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

/** How long the answers under way may take after the client closed its end, milliseconds. */
const DRAIN_MS = 10_000;

type RequestId = string | number;

/**
 * MCP over a pair of streams, one JSON message a line. Differs from the SDK's own transport where that one fails a user:
 * long lines cost linear time, one that is too long is refused instead of ending the connection, and requests under way
 * when the input ends are still answered, so a transcript can be piped in.
 */
export class StdioTransport implements Transport {
	onclose?: () => void;
	onerror?: (error: Error) => void;
	onmessage?: (message: JSONRPCMessage) => void;
	/** Resolves when the connection has ended. */
	readonly closed: Promise<void>;

	readonly #input: Readable;
	readonly #output: Writable;
	readonly #lines: LineSplitter;
	readonly #unanswered = new Set<RequestId>();
	#inputEnded = false;
	#closed = false;
	#resolveClosed = () => {};

	constructor(input: Readable, output: Writable) {
		this.closed = new Promise((resolve) => {
			this.#resolveClosed = resolve;
		});
		this.#input = input;
		this.#output = output;
		this.#lines = new LineSplitter(MAX_MESSAGE_BYTES, {
			onLine: (line) => this.#receive(line),
			onOverlong: (line) => this.#refuseOverlong(line),
		});
	}

	async start(): Promise<void> {
		this.#input.on("data", (chunk: Buffer) => this.#lines.push(chunk));
		this.#input.once("end", () => this.#endInput());
		this.#input.once("close", () => this.#endInput());
		this.#input.on("error", (error) => this.onerror?.(error));
		this.#output.on("error", () => void this.close());
	}

	async send(message: JSONRPCMessage): Promise<void> {
		if (this.#closed) return;
		const flushed = this.#output.write(`${JSON.stringify(message)}\n`);
		if (!flushed) await new Promise<void>((resolve) => this.#afterDrainOrClose(resolve));
		if (!("method" in message) && message.id !== undefined) this.#answered(message.id);
	}

	async close(): Promise<void> {
		if (this.#closed) return;
		this.#closed = true;
		this.#input.removeAllListeners("data");
		this.#input.pause();
		this.onclose?.();
		this.#resolveClosed();
	}

	#receive(line: Buffer): void {
		if (line.length === 0) return;
		const message = parseMessage(line);
		if (message === undefined) {
			this.#refuse(line, ProtocolErrorCode.ParseError, "This line is not a JSON-RPC message in UTF-8.");
			return;
		}
		if ("method" in message && "id" in message) this.#unanswered.add(message.id);
		if ("method" in message && message.method === "notifications/cancelled") this.#cancelled(message.params);
		this.onmessage?.(message);
	}

	#refuseOverlong(line: { bytes: number; head: Buffer; tail: Buffer }): void {
		const limit = `A message may have ${MAX_MESSAGE_BYTES} bytes; this one has ${line.bytes}. Nothing of it was used.`;
		this.#refuse(Buffer.concat([line.head, line.tail]), ProtocolErrorCode.InvalidRequest, limit);
	}

	#refuse(line: Buffer, code: number, message: string): void {
		this.onerror?.(new Error(message));
		const id = requestIdIn(line.toString("latin1"));
		if (id !== undefined) void this.send({ jsonrpc: "2.0", id, error: { code, message } });
	}

	#cancelled(params: unknown): void {
		if (typeof params !== "object" || params === null || !("requestId" in params)) return;
		const { requestId } = params;
		if (typeof requestId === "string" || typeof requestId === "number") this.#answered(requestId);
	}

	#answered(id: RequestId): void {
		this.#unanswered.delete(id);
		if (this.#inputEnded && this.#unanswered.size === 0) void this.close();
	}

	#endInput(): void {
		if (this.#inputEnded) return;
		this.#inputEnded = true;
		if (this.#unanswered.size === 0) void this.close();
		else setTimeout(() => void this.close(), DRAIN_MS).unref();
	}

	#afterDrainOrClose(resolve: () => void): void {
		const done = () => {
			this.#output.off("drain", done);
			this.#output.off("close", done);
			resolve();
		};
		this.#output.once("drain", done);
		this.#output.once("close", done);
	}
}

function parseMessage(line: Buffer): JSONRPCMessage | undefined {
	if (!isUtf8(line)) return undefined;
	try {
		return deserializeMessage(line.toString("utf8"));
	} catch {
		return undefined;
	}
}

/** The id of a request that can't be parsed: clients write it right after or right before the braces. */
function requestIdIn(text: string): RequestId | undefined {
	const match =
		/^\s*\{"jsonrpc":"2\.0","id":("[^"\\]{1,100}"|\d{1,15})[,}]/.exec(text) ??
		/"id":("[^"\\]{1,100}"|\d{1,15})\}\s*$/.exec(text) ??
		/"jsonrpc":"2\.0","id":("[^"\\]{1,100}"|\d{1,15})/.exec(text);
	const id: unknown = match?.[1] === undefined ? undefined : JSON.parse(match[1]);
	return typeof id === "string" || typeof id === "number" ? id : undefined;
}
