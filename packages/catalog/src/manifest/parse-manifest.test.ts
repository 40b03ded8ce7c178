import { describe, expect, test } from "vitest";
import { manifestOf, RULES } from "../../test/scripts-on-disk.ts";
import { parseManifest } from "./parse-manifest.ts";

function parse(text: string) {
	return parseManifest(Buffer.from(text), RULES);
}

function fault(text: string): string {
	const parsed = parse(text);
	return "fault" in parsed ? `${parsed.fault.line ?? "-"}: ${parsed.fault.reason}` : "no fault";
}

describe("a good manifest", () => {
	test("keeps what it says and fills in what it leaves out", () => {
		const text = `
name: my_tool
description: What it does.
exec: ./run.sh
inputs:
  scope: { type: string, description: "How much", required: false, default: all, enum: [all, one] }
  count: { type: integer, required: true }
outputs:
  report_file: { type: string, description: Path of the result. }
requires: [curl, curl]
timeout_ms: 120000
secrets: [GITHUB_TOKEN]
ai_rem_entity: tool_my_tool
unknown: kept out
`;
		expect(parse(text)).toEqual({
			manifest: {
				name: "my_tool",
				description: "What it does.",
				exec: "run.sh",
				inputs: {
					scope: {
						type: "string",
						description: "How much",
						required: false,
						default: "all",
						enum: ["all", "one"],
					},
					count: { type: "integer", required: true },
				},
				outputs: { report_file: { type: "string", description: "Path of the result." } },
				requires: ["curl"],
				timeout_ms: 120_000,
				secrets: ["GITHUB_TOKEN"],
				ai_rem_entity: "tool_my_tool",
			},
			notices: [
				{
					line: 14,
					reason: expect.stringMatching(/^The key unknown is unknown and does nothing; known are name, /),
				},
			],
			nameLine: 2,
		});
	});

	test("may use anchors as people do", () => {
		const text = manifestOf("a", "inputs:\n  x: &text { type: string }\n  y: *text\n");
		expect(parse(text)).toMatchObject({
			manifest: { inputs: { x: { type: "string" }, y: { type: "string" } } },
		});
	});

	test("may start with a byte order mark and end its lines as Windows does", () => {
		expect(parse(`\ufeff${manifestOf("a").replaceAll("\n", "\r\n")}`)).toMatchObject({
			manifest: { name: "a" },
		});
	});
});

describe("a manifest that can't be used says which line and what to do", () => {
	test.each([
		["bad YAML", "name: a\nexec: [", /^2: .*not valid YAML/],
		["no name", "description: x\nexec: ./run.sh", /^1: name is missing/],
		["a name that is a number", "name: 5\nexec: ./run.sh", /^1: name is missing or no text/],
		["a name with a space", "exec: ./run.sh\nname: my tool", /^2: name must be 1 to 64 letters/],
		["a name of 200 characters", manifestOf("x".repeat(200)), /^1: name must be 1 to 64 letters/],
		[
			"a name too long with its prefix",
			manifestOf("x".repeat(60)),
			/^1: With the prefix mcp__cairn__ .* 72 .* to 52/,
		],
		[
			"a name that Cairn uses",
			manifestOf("list_scripts"),
			/^1: The tool name list_scripts is used by Cairn itself/,
		],
		["no exec", "name: a\n", /^1: exec is missing/],
		["an absolute exec", "name: a\nexec: /bin/sh", /^2: exec must be a path inside .* absolute/],
		["an exec that climbs out", "name: a\nexec: ../b/run.sh", /^2: exec must be a path inside .* \.\./],
		["an exec that climbs out later", "name: a\nexec: ./x/../../b.sh", /^2: exec must be/],
		[
			"an unknown input type",
			manifestOf("a", "inputs:\n  x:\n    type: array\n"),
			/^6: inputs.x.type: type must be one of/,
		],
		[
			"an input without a type",
			manifestOf("a", "inputs:\n  x: {}\n"),
			/^5: inputs.x.type: type must be one of/,
		],
		[
			"an input named run_id",
			manifestOf("a", "inputs:\n  run_id: { type: string }\n"),
			/^5: run_id is an argument/,
		],
		[
			"an input with a bad name",
			manifestOf("a", 'inputs:\n  "a b": { type: string }\n'),
			/^5: .*An input's name has/,
		],
		...["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf"].map(
			(name): [string, string, RegExp] => [
				`an input named ${name}`,
				manifestOf("a", `inputs:\n  x: { type: string }\n  ${name}: { type: string }\n`),
				new RegExp(`^6: An input can't be named ${name}, `),
			],
		),
		[
			"inputs that are one variable",
			manifestOf("a", "inputs:\n  a-b: { type: string }\n  a_b: { type: string }\n"),
			/^6: The inputs a-b and a_b would both be INPUT_A_B/,
		],
		[
			"a default of another type",
			manifestOf("a", "inputs:\n  x: { type: integer, default: 1.5 }\n"),
			/^5: inputs.x.default/,
		],
		[
			"a default outside its enum",
			manifestOf("a", "inputs:\n  x: { type: string, default: c, enum: [a] }\n"),
			/^5: .*enum/,
		],
		[
			"a time limit of a day",
			manifestOf("a", "timeout_ms: 86400000\n"),
			/^4: timeout_ms may be at most 3600000/,
		],
		[
			"a program with a path",
			manifestOf("a", "requires: [/bin/sh]\n"),
			/^4: requires.0: requires must name programs/,
		],
		["a list for a manifest", "- a\n- b", /^1: The manifest must be a map/],
		["nothing", "", /The manifest must be a map/],
		["two documents", "name: a\n---\nname: b", /^2: .*several documents/],
		["the same key twice", "name: a\nname: b\nexec: ./run.sh", /^2: The same key/],
		["a custom tag", "name: !exec a\nexec: ./run.sh", /^1: .*tag/],
		["a code tag", "name: a\nexec: !!js/function 'x'", /^2: .*tag/],
		["binary", "name: !!binary aGk=\nexec: ./run.sh", /^1: .*tag/],
		["bytes that are no UTF-8", "name: a\0", /valid YAML|name must/],
	])("%s", (_what, text, expected) => {
		expect(fault(text)).toMatch(expected);
	});

	test("text in another encoding", () => {
		expect(parseManifest(Buffer.from([0x6e, 0xff, 0xfe]), RULES)).toMatchObject({
			fault: { reason: expect.stringContaining("UTF-8") },
		});
	});
});

describe("a manifest that is a bomb is refused", () => {
	const nine = (anchor: string) => `[${Array(9).fill(`*${anchor}`).join(", ")}]`;
	test.each([
		[
			"aliases of aliases",
			`a: &a [x]\nb: &b ${nine("a")}\nc: &c ${nine("b")}\nd: &d ${nine("c")}\ne: ${nine("d")}`,
		],
		["an anchor inside itself", "name: &a [*a]\nexec: ./run.sh"],
		["a hundred thousand brackets", `a: ${"[".repeat(100_000)}`],
		["a hundred thousand dashes", "- ".repeat(100_000)],
		["twenty thousand keys", Array.from({ length: 20_000 }, (_, index) => `k${index}: 1`).join("\n")],
		["keys at the limit", Array.from({ length: 1900 }, (_, index) => `k${index}: 1`).join("\n")],
		["brackets at the limit", `a: ${"[".repeat(7000)}`],
		["questions at the limit", "? ".repeat(3900)],
		["300 KiB", `# ${"x".repeat(300 * 1024)}`],
		["a mapping with the prototype as key", "__proto__: {name: a, exec: run.sh}"],
	])("%s", (_what, text) => {
		expect(fault(text)).not.toBe("no fault");
	});

	test("an input called __proto__ changes nothing but the script", () => {
		fault(manifestOf("a", "inputs:\n  __proto__: { type: string }\n"));
		expect({}).not.toHaveProperty("type");
	});
});
