import { expect, test } from "vitest";
import { postgresStatement } from "./postgres-statements.ts";

test.each([
	["SELECT 1", [], "SELECT 1"],
	[
		"SELECT * FROM t WHERE a = ? AND b > ? LIMIT ?",
		["x", 1, 2],
		"SELECT * FROM t WHERE a = $1 AND b > $2 LIMIT $3",
	],
	["a = ? AND b = ?", [2_147_483_647, 2_147_483_648], "a = $1 AND b = $2::int8"],
	["a = ?", [-9_007_199_254_740_991], "a = $1::int8"],
	["a = ?", [3e9 + 0.5], "a = $1"],
	["a = ANY(?)", [["x", "y"]], "a = ANY($1)"],
])("%s with %j is %s", (sql, values, text) => {
	expect(postgresStatement(sql, values).text).toBe(text);
});

test("a statement has one name for one text, and another for another", () => {
	const small = postgresStatement("b = ?", [1]);
	expect(postgresStatement("b = ?", [2])).toBe(small);
	expect(postgresStatement("b = ?", [3e9]).name).not.toBe(small.name);
});
