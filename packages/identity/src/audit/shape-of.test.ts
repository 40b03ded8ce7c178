import fc from "fast-check";
import { expect, test } from "vitest";
import { shapeOf } from "./shape-of.ts";

test.each([
	[{ path: "notes/ü", tags: ["a", "b"], version: 3, force: true, none: null, deep: { a: { b: 1 } } }],
])("a shape has names, types and sizes: %j", (given) => {
	expect(JSON.parse(shapeOf(given))).toEqual({
		path: "string 8",
		tags: "array 2",
		version: "number",
		force: "boolean",
		none: "null",
		deep: "object 1",
	});
});

test.each([
	[undefined, '"null"'],
	["secret", '"string 6"'],
	[[1, 2], '"array 2"'],
])("of what is no object there is only the type: %j", (given, shape) => {
	expect(shapeOf(given)).toBe(shape);
});

test("a shape stays short, whatever names a caller makes up, and holds no value", () => {
	fc.assert(
		fc.property(fc.dictionary(fc.string(), fc.string({ minLength: 30 })), (given) => {
			const shape = shapeOf(given);
			expect(shape.length).toBeLessThan(6_000);
			for (const value of Object.values(given)) {
				if (!Object.keys(given).some((name) => name.includes(value))) expect(shape).not.toContain(value);
			}
		}),
	);
	const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`${"x".repeat(100)}${n}`, n]));
	expect(shapeOf(many).length).toBeLessThan(2_000);
	expect(shapeOf(many)).toContain("980 more");
});

test("names that would change an object are names like others", () => {
	expect(shapeOf(JSON.parse('{"__proto__": {"admin": true}}'))).toBe('{"__proto__":"object 1"}');
});
