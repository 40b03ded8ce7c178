import { UsageError } from "@cairn/kernel/command-line";
import { expect, test } from "vitest";
import { parseClaimsCommand } from "./parse-claims-command.ts";

test.each<[string[], string, Record<string, unknown>]>([
	[
		["add", "acme", "priority", "slow", "0.8", "acme comes first", "--rank", "1"],
		"claim_add",
		{
			entity: "acme",
			kind: "priority",
			volatility: "slow",
			confidence: 0.8,
			claim: "acme comes first",
			assertedRank: 1,
		},
	],
	[
		["add", "a", "fact", "slow", ".5", "--evidence", "x", "--evidence", "y", "--source", "s", "--", "-t"],
		"claim_add",
		{
			entity: "a",
			kind: "fact",
			volatility: "slow",
			confidence: 0.5,
			claim: "-t",
			source: "s",
			evidence: ["x", "y"],
		},
	],
	[["search", "%_\\"], "claim_search", { query: "%_\\" }],
	[["search", ""], "claim_search", { query: "" }],
	[["list", "--state", "retired", "--limit", "5"], "claims_list", { state: "retired", limit: 5 }],
	[["stale"], "claims_decayed", {}],
	[["stale", "0.75"], "claims_decayed", { minStaleness: 0.75 }],
	[["contradictions", "--cursor", "c"], "claims_contradictions", { cursor: "c" }],
	[["confirm", "cl_1", "--confidence", "0.9"], "claim_confirm", { id: "cl_1", confidence: 0.9 }],
	[["retract", "cl_1"], "claim_retract", { id: "cl_1" }],
	[["history", "cl_1"], "claim_history", { id: "cl_1" }],
])("%j calls %s", (args, operation, input) => {
	expect(parseClaimsCommand(args)).toMatchObject({ operation, input, json: false });
	const command = parseClaimsCommand(args);
	expect(command === "help" ? "help" : command.input).toEqual(input);
});

test.each([
	[[], "A command is missing"],
	[["remember"], "Unknown command claims remember"],
	[["toString"], "Unknown command claims toString"],
	[["add", "acme", "priority"], "claims add needs VOLATILITY CONFIDENCE TEXT"],
	[["add", "a", "fact", "slow", "much", "x"], 'CONFIDENCE must be a number; it is "much"'],
	[["add", "a", "fact", "slow", "", "x"], "CONFIDENCE must be a number"],
	[["add", "a", "fact", "slow", "0x1", "x"], "CONFIDENCE must be a number"],
	[["add", "a", "fact", "slow", "1", "x", "--rank", "first"], "--rank must be a number"],
	[["search", "two", "words"], 'takes no "words"; put a text with spaces in quotes'],
	[["stale", "NaN"], "THRESHOLD must be a number"],
	[["confirm"], "claims confirm needs ID"],
	[["retract", "cl_1", "--rank", "1"], "claims retract has no option --rank"],
	[["list", "--colour"], "--colour"],
	[["list", "--limit"], "--limit"],
])("%j is refused: %s", (args, words) => {
	expect(() => parseClaimsCommand(args)).toThrow(UsageError);
	expect(() => parseClaimsCommand(args)).toThrow(words);
});

test.each([[["--help"]], [["help"]], [["add", "--help"]]])("%j asks for help", (args) =>
	expect(parseClaimsCommand(args)).toBe("help"),
);
