import { PassThrough } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/server";
import { afterEach, describe, expect, test, vi } from "vitest";
import { StdioTransport } from "../src/stdio-transport.ts";
import { MAX_WRITTEN_BYTES } from "../src/write-message.ts";

/** What the transport hands on is kept until the test answers it. */
async function open() {
	const input = new PassThrough();
	const output = new PassThrough();
	const transport = new StdioTransport(input, output);
	const waiting: RequestId[] = [];
	let mostWaiting = 0;
	transport.onmessage = (message) => {
		if (!("method" in message && "id" in message)) return;
		waiting.push(message.id);
		mostWaiting = Math.max(mostWaiting, waiting.length);
	};
	await transport.start();
	const answer = (id: RequestId, text = "") => transport.send({ jsonrpc: "2.0", id, result: { text } });
	const answerNext = (text?: string) => {
		const id = waiting.shift();
		return id === undefined ? undefined : answer(id, text);
	};
	return { input, output, transport, waiting, answerNext, most: () => mostWaiting };
}

const lineOf = (message: JSONRPCMessage) => `${JSON.stringify(message)}\n`;
const request = (id: RequestId, method = "ping") => lineOf({ jsonrpc: "2.0", id, method });
const requests = (count: number) => Array.from({ length: count }, (_, id) => request(id)).join("");

/** What came out so far, and from now on, line by line. */
function collect(output: PassThrough) {
	let text = "";
	output.setEncoding("utf8").on("data", (chunk: string) => {
		text += chunk;
	});
	return () =>
		text
			.split("\n")
			.filter((line) => line !== "")
			.map((line) => JSON.parse(line));
}

/** Lets streams pass on what they hold. */
async function settle() {
	for (let turns = 0; turns < 20; turns++) await turn();
}

afterEach(() => vi.useRealTimers());

describe("a client that sends more than is answered", () => {
	test("has 64 requests under way, and its others wait", async () => {
		const { input, output, waiting, answerNext, most } = await open();
		const answers = collect(output);
		input.write(requests(5_000));
		await settle();
		expect(waiting).toHaveLength(64);
		expect(input.isPaused()).toBe(true);
		while (waiting.length > 0) {
			for (let times = 0; times < 10; times++) await answerNext();
			await turn();
		}
		expect(most()).toBe(64);
		expect(input.isPaused()).toBe(false);
		expect(answers().map(({ id }) => id)).toEqual(Array.from({ length: 5_000 }, (_, id) => id));
	});

	test("is held back also when all its requests have one id", async () => {
		const { input, waiting } = await open();
		input.write(request("same").repeat(5_000));
		await settle();
		expect(waiting).toHaveLength(64);
	});

	test("gets room by cancelling", async () => {
		const { input, waiting } = await open();
		input.write(requests(60));
		input.write(lineOf({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } }));
		input.write(requests(5_000));
		await settle();
		expect(waiting).toHaveLength(65);
	});
});

describe("a client that doesn't read", () => {
	test("is served no further until it does", async () => {
		const { input, output, transport, waiting, answerNext } = await open();
		const page = "x".repeat(100_000);
		let answered = 0;
		const answerAll = async () => {
			while (waiting.length > 0) {
				answered++;
				await answerNext(page);
			}
		};
		input.write(requests(500));
		for (let turns = 0; turns < 200; turns++) {
			await answerAll();
			await turn();
		}
		expect(answered).toBe(64);
		expect(output.writableLength + output.readableLength).toBeLessThan(65 * 100_100);
		expect(output.listenerCount("drain")).toBe(1);
		const answers = collect(output);
		input.end();
		while (answered < 500) {
			await turn();
			await answerAll();
		}
		await transport.closed;
		expect(answers()).toHaveLength(500);
	});

	test("is not told of progress meanwhile", async () => {
		const { input, output, transport, answerNext } = await open();
		const progress = () =>
			transport.send({
				jsonrpc: "2.0",
				method: "notifications/progress",
				params: { progressToken: 1, progress: 1 },
			});
		input.write(request(1));
		await settle();
		await progress();
		await answerNext("x".repeat(100_000));
		for (let times = 0; times < 1_000; times++) await progress();
		const answers = collect(output);
		await settle();
		await progress();
		await settle();
		expect(answers().map(({ id, method }) => id ?? method)).toEqual([
			"notifications/progress",
			1,
			"notifications/progress",
		]);
	});

	test("that went away ends the connection", async () => {
		const { output, transport } = await open();
		output.destroy(new Error("EPIPE"));
		await transport.closed;
	});
});

test("an answer that no client would take is told as an error, and the connection goes on", async () => {
	const { input, output, answerNext } = await open();
	const answers = collect(output);
	input.write(requests(2));
	await settle();
	await answerNext("x".repeat(MAX_WRITTEN_BYTES));
	await answerNext("short");
	await settle();
	expect(answers()).toMatchObject([
		{ id: 0, error: { message: expect.stringContaining("Ask for less at a time") } },
		{ id: 1, result: { text: "short" } },
	]);
});

describe("the end of input", () => {
	test("ends the connection at once when nothing is under way", async () => {
		const { input, transport } = await open();
		input.end(lineOf({ jsonrpc: "2.0", method: "notifications/initialized" }));
		await transport.closed;
	});

	test("does not wait for a subscription, which stays open for good", async () => {
		const { input, output, transport, answerNext } = await open();
		const answers = collect(output);
		input.end(request("s", "subscriptions/listen") + request(2));
		await settle();
		await answerNext();
		await answerNext();
		await transport.closed;
		expect(answers()).toHaveLength(2);
	});

	test("finds answered what had come before it, also what waited for room", async () => {
		const { input, output, transport, answerNext } = await open();
		const answers = collect(output);
		input.end(requests(500));
		for (let answered = 0; answered < 500; answered++) {
			await settle();
			await answerNext();
		}
		await transport.closed;
		expect(answers()).toHaveLength(500);
	});

	test("gives each answer 90 seconds after the one before", async () => {
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		const { input, output, transport, answerNext } = await open();
		output.resume();
		let closed = false;
		void transport.closed.then(() => {
			closed = true;
		});
		input.end(requests(5));
		await settle();
		for (let answered = 0; answered < 4; answered++) {
			vi.advanceTimersByTime(89_000);
			await answerNext();
			await settle();
			expect(closed).toBe(false);
		}
		vi.advanceTimersByTime(90_001);
		await settle();
		expect(closed).toBe(true);
	});
});
