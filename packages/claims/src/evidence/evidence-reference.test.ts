import { expect, test } from "vitest";
import { faultOfReference, parseEvidenceReference } from "./evidence-reference.ts";

const base = { agentId: "claude-laptop", path: "notes/plan.md", version: 3 };

test.each([
	["lines", "#L10-L20", 10, 20],
	["one line", "#L7", 7, 7],
	["one line, said twice", "#L7-L7", 7, 7],
	["the whole file", "", 1, undefined],
])("%s", (_name, fragment, firstLine, lastLine) => {
	const evidence = `scratchpad://claude-laptop/notes/plan.md@3${fragment}`;
	expect(parseEvidenceReference(evidence)).toEqual({ ...base, firstLine, lastLine });
	expect(faultOfReference(evidence)).toBeUndefined();
});

test.each([
	["no version", "scratchpad://a/f"],
	["version 0", "scratchpad://a/f@0"],
	["no path", "scratchpad://a/@1"],
	["no agent", "scratchpad:///f@1"],
	["a path upwards", "scratchpad://a/x/../f@1"],
	["lines from 0", "scratchpad://a/f@1#L0-L2"],
	["lines backwards", "scratchpad://a/f@1#L3-L2"],
	["lines without L", "scratchpad://a/f@1#3-4"],
	["something behind", "scratchpad://a/f@1#L1 "],
	["another case", "Scratchpad://a/f@1"],
	["a line break", "scratchpad://a/f@1\n"],
])("%s is refused", (_name, evidence) => {
	expect(parseEvidenceReference(evidence)).toBeUndefined();
	expect(faultOfReference(evidence)).toContain("#L10-L20");
});

test.each([["commit 1a2b3c"], ["https://example.org/@1#L3"], [" scratchpad://a/f@1"], [""]])(
	"%j is evidence of another kind",
	(evidence) => {
		expect(parseEvidenceReference(evidence)).toBeUndefined();
		expect(faultOfReference(evidence)).toBeUndefined();
	},
);
