import { describe, expect, test } from "vitest";
import { ToolError } from "../tool-error.ts";
import { normalizeRelative } from "./normalize-relative.ts";

describe("a relative path is taken as it is", () => {
	test.each([
		"a",
		"a/b.md",
		".env",
		"..a/...",
		"a b/c\td",
		"new\nline",
		"caf\u00e9",
		"cafe\u0301",
		"😀",
		"-rf",
		"c",
		"ab:c",
		"1:x",
		"~/x",
		"$HOME",
		"%2e%2e/x",
		"x".repeat(1_024),
	])("%j", (path) => expect(normalizeRelative(path)).toBe(path));
});

describe("a path that is anything else is refused, never resolved", () => {
	test.each([
		["", "empty"],
		["/", "start with /"],
		["/etc/passwd", "start with /"],
		["//host/share", "start with /"],
		[".", ". or .."],
		["..", ". or .."],
		["../x", ". or .."],
		["a/../b", ". or .."],
		["a/./b", ". or .."],
		["a/..", ". or .."],
		["a/", "empty segment"],
		["a//b", "empty segment"],
		["a\0b", "NUL"],
		["a\\b", "backslash"],
		["..\\x", "backslash"],
		["C:", "drive letter"],
		["c:/x", "drive letter"],
		["\ud800", "surrogate"],
		["x".repeat(1_025), "1024 characters"],
	])("%j: %s", (path, words) => {
		const normalize = () => normalizeRelative(path);
		expect(normalize).toThrow(ToolError);
		expect(normalize).toThrow(words);
	});
});
