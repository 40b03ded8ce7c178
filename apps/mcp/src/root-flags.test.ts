import { describe, expect, test } from "vitest";
import { readRootFlags } from "./root-flags.ts";

describe("the flags of a root", () => {
	test("none of them means no root", () => expect(readRootFlags({})).toBeUndefined());

	test("become its options", () => {
		expect(
			readRootFlags({
				root: "/r",
				include: ["**"],
				exclude: ["x"],
				"max-files": "10",
				"max-scan-bytes": "20",
			}),
		).toEqual({ root: "/r", include: ["**"], exclude: ["x"], limits: { maxFiles: 10, maxScanBytes: 20 } });
		expect(readRootFlags({ root: "/r" })).toEqual({ root: "/r", include: [], exclude: [], limits: {} });
	});

	test.each([
		[{ include: ["**"] }, /^--include needs --root/],
		[{ "max-depth": "3" }, /^--max-depth needs --root/],
		[{ root: "/r", "max-depth": "0" }, /^--max-depth must be a whole number of at least 1; it is "0"/],
		[{ root: "/r", "max-depth": "1.5" }, /^--max-depth/],
		[{ root: "/r", "max-depth": "-1" }, /^--max-depth/],
		[{ root: "/r", "max-file-bytes": "9".repeat(30) }, /^--max-file-bytes/],
	])("%j can't be used", (flags, sentence) => {
		expect(() => readRootFlags(flags)).toThrow(sentence);
	});
});
