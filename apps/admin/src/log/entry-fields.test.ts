import { describe, expect, test } from "vitest";
import { showEntry } from "./entry-fields.ts";
import { fitEntries } from "./fit-entries.ts";

describe("an entry", () => {
	test("that is a JSON object shows its message first, then its fields", () => {
		expect(showEntry('{"level":"warn","msg":"disk","free":12,"tags":["a"]}')).toEqual({
			kind: "fields",
			message: { name: "msg", value: "disk", isText: true },
			fields: [
				{ name: "level", value: "warn", isText: true },
				{ name: "free", value: "12", isText: false },
				{ name: "tags", value: '["a"]', isText: false },
			],
		});
	});

	test.each(["plain", "[1]", "{broken", '"text"', "null", "{}", "12"])(
		"%j shows as it was written",
		(text) => {
			expect(showEntry(text)).toEqual({ kind: "text", text });
		},
	);

	test("with a member called __proto__ shows it like any other", () => {
		expect(showEntry('{"__proto__":"x"}')).toMatchObject({ fields: [{ name: "__proto__", value: "x" }] });
	});
});

describe("a page of entries", () => {
	test("holds as many as fit, and at least one", () => {
		const entries = Array.from({ length: 50 }, () => ({ entry: "<".repeat(2_000) }));
		expect(fitEntries(entries, 30_000)).toBeLessThan(5);
		expect(fitEntries(entries, 1)).toBe(1);
		expect(fitEntries([{ entry: "a" }, { entry: "b" }], 30_000)).toBe(2);
		expect(fitEntries([], 10)).toBe(0);
	});
});
