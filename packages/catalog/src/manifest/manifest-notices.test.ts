import { expect, test } from "vitest";
import { manifestOf, RULES } from "../../test/scripts-on-disk.ts";
import { parseManifest } from "./parse-manifest.ts";

function noticesOf(text: string): string[] {
	const parsed = parseManifest(Buffer.from(text), RULES);
	if ("fault" in parsed) throw new Error(parsed.fault.reason);
	return parsed.notices.map(({ line, reason }) => `${line}: ${reason}`);
}

const does = (key: string, meant: string) =>
	`The key ${key} is unknown and does nothing; did you mean ${meant}?`;

test.each([
	["a key that begins a known one", "timeout: 1\n", `4: ${does("timeout", "timeout_ms")}`],
	["a known one with a typo", "requirs: [curl]\n", `4: ${does("requirs", "requires")}`],
	["one with another dash", "timeout-ms: 5\n", `4: ${does("timeout-ms", "timeout_ms")}`],
	["one above a map", "input:\n  text: { type: string }\n", `4: ${does("input", "inputs")}`],
	[
		"one of an input",
		"inputs:\n  text:\n    type: string\n    requird: true\n",
		`7: ${does("inputs.text.requird", "required")}`,
	],
	[
		"one of an output",
		"outputs:\n  report:\n    desc: Where it is.\n",
		`6: ${does("outputs.report.desc", "description")}`,
	],
	[
		"one that resembles none",
		"outputs:\n  report: { author: me }\n",
		"5: The key outputs.report.author is unknown and does nothing; known are type, description.",
	],
])("%s is told with its line", (_what, more, told) => {
	expect(noticesOf(manifestOf("a", more))).toEqual([told]);
});

test.each([
	["name: a\nexec: ./run.sh\n"],
	["name: a\nexec: ./run.sh\ndescription:\n"],
	['name: a\nexec: ./run.sh\ndescription: "  "\n'],
])("a missing description is told: %j", (text) => {
	expect(noticesOf(text)).toEqual([expect.stringMatching(/^[13]: description is missing, /)]);
});

test("what a description hides from people is told", () => {
	const told = noticesOf(
		'name: a\nexec: ./run.sh\ndescription: "Says hi\\u202E"\ninputs:\n  text: { type: string, description: "x\\u001b[2J" }\n  emoji: { type: string, description: "👨‍👩‍👧 ok" }\n',
	);
	expect(told).toEqual([
		"3: description holds U+202E, a character that agents read and people don't see; leave it out.",
		"5: inputs.text.description holds U+001B, a character that agents read and people don't see; leave it out.",
	]);
});

test("nothing is told of a good manifest, nor of keys that are marked as somebody else's", () => {
	const more =
		"x-owner: me\nx_team: us\ninputs:\n  text: { type: string, x-widget: area }\noutputs:\n  none:\n";
	expect(noticesOf(manifestOf("a", more))).toEqual([]);
});

test("however many keys are unknown, ten are told", () => {
	const more = Array.from({ length: 50 }, (_, index) => `key${index}: 1\n`).join("");
	expect(noticesOf(manifestOf("a", more))).toHaveLength(10);
});
