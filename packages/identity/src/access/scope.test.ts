import type { Access } from "@cairn/operations";
import { describe, expect, test } from "vitest";
import { localPrincipal, mayUse, ownerPrincipal, sharedPrincipal } from "./principal.ts";
import { AGENT_SCOPES, parseScopes, SCOPES, type Scope } from "./scope.ts";

const ACCESSES: readonly Access[] = ["read", "append", "write", "run"];

/** What each scope lets its holder do, in the order read, append, write, run. */
test.each<[Scope, string, readonly Access[]]>([
	["scratchpad:read", "scratchpad", ["read"]],
	["scratchpad:append", "scratchpad", ["read", "append"]],
	["scratchpad:write", "scratchpad", ["read", "append", "write"]],
	["claims:read", "claims", ["read"]],
	["claims:append", "claims", ["read", "append"]],
	["claims:write", "claims", ["read", "append", "write"]],
	["catalog:read", "catalog", ["read"]],
	["catalog:read", "scripts", ["read"]],
	["catalog:run", "catalog", ["read", "append", "run"]],
	["catalog:run", "scripts", ["read", "append", "run"]],
	["convert:run", "convert", ["run"]],
	["scratchpad:write", "claims", []],
	["scratchpad:write", "catalog", []],
	["claims:write", "convert", []],
	["catalog:run", "scratchpad", []],
	["convert:run", "scripts", []],
	["scratchpad:write", "files", []],
	["catalog:run", "constructor", []],
])("%s lets its holder use %s to %j", (scope, toolset, granted) => {
	const holder = { scopes: new Set([scope]) };
	expect(ACCESSES.filter((access) => mayUse(holder, toolset, access))).toEqual(granted);
});

test.each([ownerPrincipal(), sharedPrincipal("192.0.2.1"), localPrincipal()])(
	"$kind may do everything, also with toolsets that tokens don't reach",
	(principal) => {
		for (const toolset of ["scratchpad", "claims", "catalog", "files"])
			for (const access of ACCESSES) expect(mayUse(principal, toolset, access)).toBe(true);
	},
);

describe("scopes that are given", () => {
	test("are taken once each", () => {
		expect([...parseScopes(["claims:read", "claims:read", "convert:run"])]).toEqual([
			"claims:read",
			"convert:run",
		]);
	});

	test("are all known ones: what an agent needs is among them", () => {
		expect(parseScopes(SCOPES)).toEqual(new Set(SCOPES));
		for (const scope of AGENT_SCOPES) expect(SCOPES).toContain(scope);
	});

	test.each([
		[[]],
		[["scratchpad"]],
		[["scratchpad:run"]],
		[["claims:read", "__proto__"]],
		[["claims:READ"]],
	])("are refused when they are %j", (words) => {
		expect(() => parseScopes(words)).toThrow("Choose one or more scopes of scratchpad:read");
	});
});
