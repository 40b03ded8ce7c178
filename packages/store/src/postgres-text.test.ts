import fc from "fast-check";
import { expect, test } from "vitest";
import { fromPostgresText, toPostgresText } from "./postgres-text.ts";

/** Mostly the characters that matter, and their neighbours. */
const texts = fc.string({ unit: fc.constantFrom("\0", "\u0001", "\u0002", "\u0003", "a", "é", "💡") });

test("every text comes back as it was, and goes without a NUL", () => {
	fc.assert(
		fc.property(texts, (text) => {
			const told = toPostgresText(text);
			expect(told).not.toContain("\0");
			expect(fromPostgresText(told)).toBe(text);
		}),
	);
});

test("texts stay in the order of their bytes", () => {
	const order = (a: string, b: string) => Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)));
	fc.assert(
		fc.property(texts, texts, (a, b) => {
			expect(order(toPostgresText(a), toPostgresText(b))).toBe(order(a, b));
		}),
	);
});

test.each(["", "plain", "zwei Wörter"])("%j goes as it is", (text) => {
	expect(toPostgresText(text)).toBe(text);
});
