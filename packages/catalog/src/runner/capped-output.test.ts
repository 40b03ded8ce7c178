import { describe, expect, test } from "vitest";
import { CappedOutput } from "./capped-output.ts";

function textOf(...chunks: (string | Buffer)[]): string {
	const output = new CappedOutput();
	for (const chunk of chunks) output.push(Buffer.from(chunk));
	return output.text("stdout.log");
}

describe("a stream's text", () => {
	test("is whole up to 2,000 characters, however it came", () => {
		expect(textOf(..."abc")).toBe("abc");
		expect(textOf("ä".repeat(2000))).toBe("ä".repeat(2000));
		const euro = Buffer.from("€");
		expect(textOf(euro.subarray(0, 1), euro.subarray(1))).toBe("€");
	});

	test("says how many bytes it leaves out beyond that", () => {
		expect(textOf("a".repeat(2001))).toBe(
			`${"a".repeat(1000)}\n… 1 bytes left out; see stdout.log …\n${"a".repeat(1000)}`,
		);
		const text = textOf("start", "x".repeat(1_000_000), "end");
		expect(text).toMatch(/^startx{995}\n… 998008 bytes left out; see stdout.log …\nx{997}end$/);
	});

	test("is cut between characters, never inside one", () => {
		for (const shift of ["", "a", "ab", "abc"]) {
			const text = textOf(shift, "🪨".repeat(5000));
			expect(text.isWellFormed()).toBe(true);
			expect(text).not.toContain("\ufffd");
		}
	});

	test("shows bytes that are no text as such", () => {
		expect(textOf(Buffer.from([0x61, 0xff, 0x62]))).toBe("a\ufffdb");
	});
});
