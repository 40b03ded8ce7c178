import { describe, expect, test } from "vitest";
import { loneSurrogateAt, utf8Bytes } from "./text.ts";

describe("a surrogate without its partner", () => {
	test.each([
		["", undefined],
		["plain", undefined],
		["😀😀", undefined],
		["\ud83d", 0],
		["\ude00", 0],
		["ab\ud83dcd", 2],
		["😀\ude00", 2],
		["\ud83d\ud83d\ude00", 0],
	])("in %j is found at %s", (text, offset) => expect(loneSurrogateAt(text)).toBe(offset));
});

test("bytes are counted as UTF-8", () => {
	expect(["", "a", "ä", "€", "😀", "\u0000"].map(utf8Bytes)).toEqual([0, 1, 2, 3, 4, 1]);
});
