import { expect, test } from "vitest";
import { MAX_WRITTEN_BYTES, writeMessage } from "./write-message.ts";

const answer = (text: string) => ({ jsonrpc: "2.0", id: "a", result: { text } }) as const;
const EMPTY_BYTES = writeMessage(answer(""))?.length ?? 0;

test("a message is one line of compact JSON", () => {
	expect(writeMessage(answer("a\nb"))).toBe('{"jsonrpc":"2.0","id":"a","result":{"text":"a\\nb"}}\n');
});

test("an answer of exactly the limit is written, one byte more becomes an error for its request", () => {
	const longest = "x".repeat(MAX_WRITTEN_BYTES - EMPTY_BYTES);
	expect(writeMessage(answer(longest))).toHaveLength(MAX_WRITTEN_BYTES);
	expect(JSON.parse(writeMessage(answer(`${longest}x`)) ?? "")).toMatchObject({
		id: "a",
		error: { code: -32603, message: expect.stringContaining("Ask for less at a time") },
	});
});

test("the limit counts bytes of UTF-8, not characters", () => {
	const fits = Math.floor((MAX_WRITTEN_BYTES - EMPTY_BYTES) / 3);
	expect(writeMessage(answer("€".repeat(fits)))).toContain("€");
	expect(writeMessage(answer("€".repeat(fits + 1)))).toContain('"error"');
});

test("a notification of that size is not written at all", () => {
	const params = { text: "x".repeat(MAX_WRITTEN_BYTES) };
	expect(writeMessage({ jsonrpc: "2.0", method: "notifications/message", params })).toBeUndefined();
});
