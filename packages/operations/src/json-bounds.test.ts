import { describe, expect, test } from "vitest";
import { exceededBound } from "./json-bounds.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
const object = (keys: number) => `{${Array.from({ length: keys }, (_, n) => `"${n}":0`).join()}}`;
const array = (items: number) => `[${"0,".repeat(items - 1)}0]`;

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
	])("%s", (_name, json, expected) =>
		expect(exceededBound(bytes(json))).toBe(expected ? "nests more than 64 levels deep" : undefined),
	);
});

describe("how much JSON holds", () => {
	test.each([
		["as many keys as allowed", object(20_000), undefined],
		["one key more", object(20_001), "has more than 20000 keys"],
		["keys of many objects", `[${'{"a":0},'.repeat(20_001)}0]`, "has more than 20000 keys"],
		["the same key again and again", `{${'"a":0,'.repeat(20_001)}"a":0}`, "has more than 20000 keys"],
		["colons and commas in a string", JSON.stringify(":,".repeat(300_000)), undefined],
		["many numbers", array(199_000), undefined],
		["too many numbers", array(201_000), "holds more than 200000 values"],
		["too many empty arrays", `[${"[],".repeat(200_000)}0]`, "holds more than 200000 values"],
	])("%s", (_name, json, expected) => expect(exceededBound(bytes(json))).toBe(expected));
});
