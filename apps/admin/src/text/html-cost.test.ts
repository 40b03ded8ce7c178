import { describe, expect, test } from "vitest";
import { htmlCost } from "./html-cost.ts";

describe("the cost of a text", () => {
	test("is its length while it needs no escapes", () => {
		expect(htmlCost("plain text")).toBe(10);
	});

	test.each(["<&>\"'".repeat(50), "é漢😀".repeat(50), "\u202e".repeat(50)])(
		"of %j covers its bytes as HTML",
		(text) => {
			const escaped = text
				.replace(/[&<>"']/g, "&quot;")
				.replace(/\u202e/g, '<span class="mark" title="U+202E right-to-left override">U+202E</span>');
			expect(htmlCost(text)).toBeGreaterThanOrEqual(Buffer.byteLength(escaped));
		},
	);
});
