import { describe, expect, test } from "vitest";
import { interpolate, variablesIn } from "./interpolate.ts";

const variables = new Map<string, unknown>([
	["name", "Ada"],
	["n", 5],
	["on", false],
	["none", null],
	["list", [1, { a: "x" }]],
	["tricky", `\${name} $& $1`],
]);

/** In the tests `@{` stands for what starts a variable. */
const place = (text: string) => text.replaceAll("@{", "${");

describe("a text", () => {
	test.each([
		["without a variable", "plain $ {name} $name", "plain $ {name} $name"],
		["with some", "Hi @{name}, @{n} of @{name}", "Hi Ada, 5 of Ada"],
		["that is one alone keeps its type", "@{n}", 5],
		["that is a false one", "@{on}", false],
		["that is a null one", "@{none}", null],
		["that is a list", "@{list}", [1, { a: "x" }]],
		["with one that is no text has it as JSON", "x=@{list} @{on} @{none}", 'x=[1,{"a":"x"}] false null'],
		["with a literal", "$@{name} and $@{", "@{name} and @{"],
		["with a literal and a variable", "$@{@{name}}", "@{Ada}"],
		["with one dollar more", "$$@{name}", "$@{name}"],
		["that doesn't end", "@{name", "@{name"],
		["with a variable that looks like one", "a @{tricky}", "a @{name} $& $1"],
		["that is empty", "", ""],
	])("%s", (_what, text, expected) => {
		const shown = typeof expected === "string" ? place(expected) : expected;
		expect(interpolate(place(text), variables)).toEqual(shown);
	});

	test.each(["@{absent}", "a @{absent} b", "@{}", "@{ name }", "@{constructor}", "@{__proto__}"])(
		"%s names no variable",
		(text) => {
			const name = text.replace(/^.*@\{|\}.*$/g, "");
			expect(() => interpolate(place(text), variables)).toThrow(`There is no variable "${name}"`);
		},
	);
});

test("nested texts are changed, keys and other values are not", () => {
	const value = { a: [place("@{n}"), { [place("@{name}")]: place("x @{name}") }], b: 1, c: null };
	expect(interpolate(value, variables)).toEqual({ a: [5, { [place("@{name}")]: "x Ada" }], b: 1, c: null });
	expect([...variablesIn(value)]).toEqual(["n", "name"]);
});

test("a key called __proto__ stays a key", () => {
	const value = JSON.parse(place('{"__proto__": {"polluted": "@{name}"}}'));
	expect(JSON.stringify(interpolate(value, variables))).toBe('{"__proto__":{"polluted":"Ada"}}');
	expect({}).not.toHaveProperty("polluted");
});

test("what grows beyond all bounds is refused, however it grows", () => {
	const big = new Map([["big", "x".repeat(1_000_000)]]);
	expect(() => interpolate(place("@{big}").repeat(100_000), big)).toThrow(/too long/);
	expect(() => interpolate(Array(50).fill(place("a@{big}")), big)).toThrow(/too long/);
	const deep = JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`);
	expect(() => interpolate(deep, big)).toThrow(/nested too deeply/);
});
