import { describe, expect, test } from "vitest";
import { collidingPaths, isDropping, isScriptName, pathFault } from "./script-path.ts";

test.each(["echo", "md_to_pdf", "a.b-c", "..."])("%s names a script", (name) => {
	expect(isScriptName(name)).toBe(true);
});

test.each(["", ".", "..", "a/b", "../a", "a b", "ä", "a\n", "a\\b", "x".repeat(101)])(
	"%j names none",
	(name) => {
		expect(isScriptName(name)).toBe(false);
	},
);

test.each(["run.sh", "assets/a b.txt", "assets/größe.md", ".hidden", "-rf", "a:b", "...", "a/..b"])(
	"%s is a path in a script",
	(path) => {
		expect(pathFault(path)).toBeUndefined();
	},
);

test.each([
	"",
	"/etc/passwd",
	"../a",
	"a/../../b",
	"a/..",
	"./a",
	"a//b",
	"a/",
	"..",
	"a\\..\\b",
	"a\0b",
	"a\nb",
	"__proto__",
	"\ud800",
	"a\ufffd",
	"x".repeat(256),
	`${"x/".repeat(20)}y`,
	`${"x".repeat(200)}/${"y".repeat(200)}/${"z".repeat(200)}`,
])("%j is none", (path) => {
	expect(pathFault(path)).toBeTypeOf("string");
});

describe("paths that a Mac can't hold side by side", () => {
	test.each([[["README", "readme"]], [["a\u0308", "\u00e4"]], [["a", "A/b"]], [["Dir/x", "dir/y"]]])(
		"%j collide",
		(paths) => {
			expect(collidingPaths(paths)).toBeDefined();
		},
	);

	test("paths that differ in more than case do not", () => {
		expect(collidingPaths(["a", "b/a", "b/c", "b/d/a"])).toBeUndefined();
	});
});

test.each([
	".git",
	".DS_Store",
	"run.sh~",
	".run.sh.swp",
	"#run.sh#",
	".#run.sh",
	"._run.sh",
	"__pycache__",
	"4913",
])("%s is left behind by a program", (name) => {
	expect(isDropping(name)).toBe(true);
});

test.each([".env", "run.sh", ".gitignore", "a~b", "swp"])("%s is part of a script", (name) => {
	expect(isDropping(name)).toBe(false);
});
