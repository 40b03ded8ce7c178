import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { printLine, printText } from "./print-line.ts";

/** What a function writes to a terminal of 20 columns, or to a pipe. */
async function written(write: (stream: NodeJS.WritableStream) => Promise<void>, isTTY: boolean) {
	const stream = Object.assign(new PassThrough(), { isTTY, columns: 20 });
	await write(stream);
	stream.end();
	return text(stream);
}

const LONG = "2026  proven  cairn-20261201.db\nA sentence of some words.";

test("sentences are broken between words on a terminal, and go into a pipe as they are", async () => {
	const print = (stream: NodeJS.WritableStream) => printText(stream, LONG, "    ");
	expect(await written(print, true)).toBe(
		"2026  proven\n    cairn-20261201.db\nA sentence of some\n    words.\n",
	);
	expect(await written(print, false)).toBe(`${LONG}\n`);
});

test("what a program reads stays a line, on a terminal too", async () => {
	const json = JSON.stringify({ says: "A sentence of some words." });
	expect(await written((stream) => printLine(stream, json), true)).toBe(`${json}\n`);
});
