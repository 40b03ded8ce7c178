import { describe, expect, test } from "vitest";
import { bearerToken, hasTokenInQuery } from "./bearer-token.ts";

describe("the token of a request", () => {
	test.each([
		["Bearer abc", "abc"],
		["bearer   abc ", "abc"],
		["Bearer", undefined],
		["Bearer a b", undefined],
		["Basic abc", undefined],
		["abc", undefined],
		["", undefined],
		[undefined, undefined],
	])("is read from its header: %j", (header, token) => {
		expect(bearerToken(header)).toBe(token);
	});

	test.each([
		["", false],
		["script=a&path=b", false],
		["path=tokens/cairn.md", false],
		["token=abc", true],
		["TOKEN=", true],
		["access_token=abc", true],
		["api_key=abc", true],
		["x=1&y=cairn_abc_def", true],
	])("is never looked for in the address, but noticed: ?%s", (query, found) => {
		expect(hasTokenInQuery(new URLSearchParams(query))).toBe(found);
	});
});
