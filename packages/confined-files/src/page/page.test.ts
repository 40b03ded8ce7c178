import { utf8Bytes } from "@cairn/kernel";
import fc from "fast-check";
import { expect, test } from "vitest";
import { DEFAULT_LIMITS } from "../limits.ts";
import { Page } from "./page.ts";

/** What a result without items takes, and what items may take together. */
const ENVELOPE_BYTES = 1_400;
const ITEMS_BYTES = 1_000;

test("a page takes in items as long as both their copies fit, to the byte", () => {
	const text = fc.oneof(
		fc.string({ unit: "binary" }),
		fc.string(),
		fc.constantFrom('"\\', "\u0001", "\ud800"),
	);
	const item = fc.record({ text, offset: fc.nat() });
	fc.assert(
		fc.property(fc.array(item, { maxLength: 40 }), (items) => {
			const limits = { ...DEFAULT_LIMITS, maxResultBytes: ENVELOPE_BYTES + ITEMS_BYTES };
			const page = new Page<(typeof items)[number]>({ limits, limit: undefined });
			const left = items.find((candidate) => !page.add(candidate, candidate.text));
			expect(bytesOf(page.items)).toBeLessThanOrEqual(ITEMS_BYTES);
			if (left !== undefined) expect(bytesOf([...page.items, left])).toBeGreaterThan(ITEMS_BYTES);
		}),
	);
});

/** Of the items as structured content and in a text, each with a comma, without what is around them. */
function bytesOf(items: readonly unknown[]): number {
	const json = JSON.stringify(items).slice(1, -1);
	const inText = JSON.stringify(json).slice(1, -1);
	return items.length === 0 ? 0 : utf8Bytes(json) + utf8Bytes(inText) + 2;
}
