import { expect, test } from "vitest";
import { claimToolNames } from "./claim-tool-names.ts";

test.each([
	["who has a name keeps it", { z: "tool" }, [{ dir: "a", tool: "tool" }], { a: "z" }],
	[
		"a change that keeps its name comes before a newcomer",
		{},
		[
			{ dir: "a", tool: "t" },
			{ dir: "b", tool: "t", before: "t" },
		],
		{ a: "b" },
	],
	[
		"the folder of that name comes first",
		{},
		[
			{ dir: "a", tool: "t" },
			{ dir: "t", tool: "t" },
		],
		{ a: "t" },
	],
	[
		"then the order of names",
		{},
		[
			{ dir: "b", tool: "t" },
			{ dir: "a", tool: "t" },
		],
		{ b: "a" },
	],
	[
		"two may swap their names",
		{},
		[
			{ dir: "a", tool: "b", before: "a" },
			{ dir: "b", tool: "a", before: "b" },
		],
		{},
	],
])("%s", (_what, settled, claims, refused) => {
	const owners = new Map(Object.entries(settled).map(([dir, tool]) => [tool, dir]));
	expect(Object.fromEntries(claimToolNames(owners, claims))).toEqual(refused);
});
