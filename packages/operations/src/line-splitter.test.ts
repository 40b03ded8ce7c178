import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LineSplitter } from "./line-splitter.ts";

function split(chunks: readonly Buffer[], maxBytes = 1_000) {
	const lines: string[] = [];
	const overlong: Array<{ length: number; head: string; tail: string }> = [];
	const splitter = new LineSplitter(maxBytes);
	for (const chunk of chunks) {
		splitter.push(chunk);
		for (let line = splitter.next(); line !== undefined; line = splitter.next()) {
			if ("bytes" in line) lines.push(line.bytes.toString("latin1"));
			else overlong.push({ ...line, head: line.head.toString("latin1"), tail: line.tail.toString("latin1") });
		}
	}
	return { lines, overlong };
}

/** Cuts bytes into chunks at the given places. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
	const sorted = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length].sort(
		(a, b) => a - b,
	);
	return sorted.slice(1).map((end, index) => bytes.subarray(sorted[index], end));
}

describe("splitting a stream into lines", () => {
	test("gives the same lines however the chunks fall", () => {
		fc.assert(
			fc.property(
				fc.array(fc.string({ maxLength: 40 }).map((text) => text.replace(/[\r\n]/g, " "))),
				fc.array(fc.nat(), { maxLength: 20 }),
				(lines, places) => {
					const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""), "utf8");
					const expected = lines.map((line) => Buffer.from(line, "utf8").toString("latin1"));
					expect(split(cut(bytes, places)).lines).toEqual(expected);
				},
			),
		);
	});

	test("takes a carriage return for part of the line end", () => {
		expect(split([Buffer.from("a\r\nb\n\r\n")]).lines).toEqual(["a", "b", ""]);
	});

	test("keeps both ends of a line that is too long, and goes on after it", () => {
		const long = Buffer.from(`HEAD${"x".repeat(1_000_000)}TAIL\nnext\n`);
		const places = Array.from({ length: 50 }, (_, index) => index * 20_011);
		const { lines, overlong } = split(cut(long, places), 10_000);
		expect(lines).toEqual(["next"]);
		expect(overlong).toHaveLength(1);
		expect(overlong[0]?.length).toBe(1_000_008);
		expect(overlong[0]?.head).toMatch(/^HEADx+$/);
		expect(overlong[0]?.tail).toMatch(/^x+TAIL$/);
	});

	test("gives lines one by one, whatever comes in between", () => {
		const splitter = new LineSplitter(1_000);
		const next = () => {
			const line = splitter.next();
			return line && "bytes" in line ? String(line.bytes) : line;
		};
		splitter.push(Buffer.from("one\ntwo\nthr"));
		expect(next()).toBe("one");
		splitter.push(Buffer.from("ee\nfour\n"));
		expect([next(), next(), next(), next()]).toEqual(["two", "three", "four", undefined]);
	});

	test("takes a line of exactly the limit", () => {
		expect(split([Buffer.from(`${"x".repeat(10)}\n`)], 10)).toEqual({
			lines: ["x".repeat(10)],
			overlong: [],
		});
	});
});
