import type { Readable, Writable } from "node:stream";
import type { JSONRPCMessage, RequestId, Transport } from "@modelcontextprotocol/server";
import { LineSplitter } from "./line-splitter.ts";
import { type Fault, MAX_MESSAGE_BYTES, overlongFault, readMessage } from "./read-message.ts";
import { writeMessage } from "./write-message.ts";

/** How many requests are under way at a time; the next ones wait in the pipe, so that a flood fills no memory. */
const MAX_UNANSWERED = 64;

/**
 * How long one answer may take after the client closed its end, milliseconds; each one that goes out starts it anew. The
 * dearest call, a model's summary, takes a minute.
 */
const DRAIN_MS = 90_000;

/**
 * MCP over a pair of streams, one JSON message a line. Differs from the SDK's own transport where that one fails a user:
 * long lines cost linear time, a line that can't be used is refused instead of ending the connection, a client that
 * floods or doesn't read has to wait, and requests under way when the input ends are still answered, so a transcript can
 * be piped in.
 */
export class StdioTransport implements Transport {
	onclose?: () => void;
	onerror?: (error: Error) => void;
	onmessage?: (message: JSONRPCMessage) => void;
	/** Resolves when the client has closed its end; what it asked before is still answered. */
	readonly inputEnded: Promise<void>;
	/** Resolves when the connection has ended. */
	readonly closed: Promise<void>;

	readonly #input: Readable;
	readonly #output: Writable;
	readonly #lines = new LineSplitter(MAX_MESSAGE_BYTES);
	/** The ids of requests without a sent answer, each with their number: a client may use one id twice. */
	readonly #unanswered = new Map<RequestId, number>();
	#unansweredCount = 0;
	#inputEnded = false;
	#closed = false;
	#drainTimer: NodeJS.Timeout | undefined;
	#resolveClosed = () => {};
	#resolveInputEnded = () => {};

	constructor(input: Readable, output: Writable) {
		this.closed = new Promise((resolve) => {
			this.#resolveClosed = resolve;
		});
		this.inputEnded = new Promise((resolve) => {
			this.#resolveInputEnded = resolve;
		});
		this.#input = input;
		this.#output = output;
	}

	async start(): Promise<void> {
		this.#input.on("data", this.#take);
		this.#input.once("end", this.#endInput);
		this.#input.once("close", this.#endInput);
		this.#input.on("error", (error) => this.onerror?.(error));
		this.#output.on("drain", () => this.#deliver());
		this.#output.on("error", () => void this.close());
		this.#output.once("close", () => void this.close());
	}

	/** Hands a message to the output. Doesn't wait until the client reads it: what waits for that is the input. */
	async send(message: JSONRPCMessage): Promise<void> {
		if (this.#closed) return;
		// A client that doesn't keep up with its answers has no use for how far the others have come.
		if (this.#output.writableNeedDrain && isProgress(message)) return;
		const id = "method" in message ? undefined : message.id;
		const line = writeMessage(message);
		if (line === undefined) {
			this.onerror?.(new Error("A notification was too long to be sent."));
			return;
		}
		this.#output.write(line, encodingOf(line), (error) => {
			if (!error && id !== undefined) this.#answered(id);
		});
	}

	async close(): Promise<void> {
		if (this.#closed) return;
		this.#closed = true;
		clearTimeout(this.#drainTimer);
		this.#input.off("data", this.#take);
		this.#input.pause();
		this.onclose?.();
		this.#resolveClosed();
	}

	readonly #take = (chunk: Buffer): void => {
		this.#lines.push(chunk);
		this.#deliver();
	};

	readonly #endInput = (): void => {
		if (this.#inputEnded) return;
		this.#inputEnded = true;
		this.#resolveInputEnded();
		this.#restartDrainTimer();
		this.#deliver();
	};

	/** Hands on the lines that have come, as long as there is room; where there is none, the client has to wait. */
	#deliver(): void {
		while (!this.#closed) {
			if (this.#unansweredCount >= MAX_UNANSWERED || this.#output.writableNeedDrain) {
				this.#input.pause();
				return;
			}
			const line = this.#lines.next();
			if (line === undefined) break;
			if (!("bytes" in line)) this.#refuse(overlongFault(line));
			else if (line.bytes.length > 0) this.#receive(readMessage(line.bytes));
		}
		if (this.#closed) return;
		if (!this.#inputEnded) this.#input.resume();
		else if (this.#unansweredCount === 0) void this.close();
	}

	#receive(message: JSONRPCMessage | Fault): void {
		if ("ids" in message) {
			this.#refuse(message);
			return;
		}
		if (isAnsweredOnce(message)) this.#expectAnswer(message.id);
		if ("method" in message && message.method === "notifications/cancelled") this.#cancelled(message.params);
		this.onmessage?.(message);
	}

	#refuse({ code, sentence, ids }: Fault): void {
		this.onerror?.(new Error(sentence));
		for (const id of ids) {
			this.#expectAnswer(id);
			void this.send({ jsonrpc: "2.0", id, error: { code, message: sentence } });
		}
	}

	/** A cancelled request gets no answer. */
	#cancelled(params: unknown): void {
		if (typeof params !== "object" || params === null || !("requestId" in params)) return;
		const { requestId } = params;
		if (typeof requestId === "string" || typeof requestId === "number") this.#settle(requestId);
	}

	#expectAnswer(id: RequestId): void {
		this.#unanswered.set(id, (this.#unanswered.get(id) ?? 0) + 1);
		this.#unansweredCount++;
	}

	#answered(id: RequestId): void {
		this.#settle(id);
		if (this.#inputEnded) this.#restartDrainTimer();
		this.#deliver();
	}

	#settle(id: RequestId): void {
		const count = this.#unanswered.get(id);
		if (count === undefined) return;
		if (count === 1) this.#unanswered.delete(id);
		else this.#unanswered.set(id, count - 1);
		this.#unansweredCount--;
	}

	#restartDrainTimer(): void {
		clearTimeout(this.#drainTimer);
		if (!this.#closed) this.#drainTimer = setTimeout(() => void this.close(), DRAIN_MS);
	}
}

/** Whether a message is a request that is over with its answer; a subscription stays open until one side ends. */
function isAnsweredOnce(message: JSONRPCMessage): message is JSONRPCMessage & { id: RequestId } {
	return "method" in message && "id" in message && message.method !== "subscriptions/listen";
}

/** ASCII is the same bytes in Latin-1, which a stream writes in half the time. */
function encodingOf(line: string): BufferEncoding {
	return Buffer.byteLength(line, "utf8") === line.length ? "latin1" : "utf8";
}

function isProgress(message: JSONRPCMessage): boolean {
	return "method" in message && message.method === "notifications/progress";
}
