import { describe, expect, test } from "vitest";
import { nestsDeeper } from "./json-depth.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

describe("how deep JSON nests", () => {
	test.each([
		["as deep as allowed", nested(64), false],
		["one level deeper", nested(65), true],
		["objects and arrays together", '{"a":['.repeat(33), true],
		["deeper, but never closed", "[".repeat(65), true],
		["many beside each other", `[${"[[]],".repeat(1_000)}0]`, false],
		["brackets in a string", JSON.stringify("[".repeat(1_000)), false],
		["brackets behind an escaped quote", JSON.stringify(`"${"[".repeat(1_000)}`), false],
		["brackets behind a string that ends in a backslash", `["\\\\",${nested(64)}]`, true],
		["a string that never ends", `"${"[".repeat(1_000)}`, false],
		["a string that ends in the middle of an escape", '"\\', false],
		["more closed than opened", `${"]".repeat(100)}${nested(64)}`, false],
		["nothing", "", false],
	])("%s", (_name, json, expected) => expect(nestsDeeper(bytes(json), 64)).toBe(expected));
});
