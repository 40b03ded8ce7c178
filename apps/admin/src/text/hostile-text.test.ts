import { describe, expect, test } from "vitest";
import { splitHostileText } from "./hostile-text.ts";

const marks = (text: string) => splitHostileText(text).filter((run) => run.kind === "mark");

describe("an agent's text", () => {
	test("of ordinary letters stays one run", () => {
		expect(splitHostileText("Größe: 12 µm\t\n漢字 שלום")).toEqual([
			{ kind: "text", text: "Größe: 12 µm\t\n漢字 שלום" },
		]);
	});

	test("that is empty has no run", () => {
		expect(splitHostileText("")).toEqual([]);
	});

	test("shows a bidi override where it stands", () => {
		expect(splitHostileText("a\u202eb")).toEqual([
			{ kind: "text", text: "a" },
			{ kind: "mark", label: "U+202E", code: "U+202E", name: "right-to-left override" },
			{ kind: "text", text: "b" },
		]);
	});

	test.each([
		["\u2066", "U+2066"],
		["\u200b", "U+200B"],
		["\u00ad", "U+00AD"],
		["\ufeff", "U+FEFF"],
		["\u2028", "U+2028"],
		["\u3164", "U+3164"],
		["\u{e0041}", "U+E0041"],
		["\u0000", "NUL"],
		["\r", "CR"],
		["\u001b", "ESC"],
		["\u0085", "U+0085"],
	])("marks %j", (character, label) => {
		expect(marks(`x${character}y`)).toMatchObject([{ label }]);
	});

	test("leaves emoji whole, yet marks a joiner that joins none", () => {
		expect(marks("👩‍👩‍👧 ❤️ 👍🏽")).toEqual([]);
		expect(marks("pass\u200dword")).toMatchObject([{ label: "U+200D" }]);
	});

	test("leaves the visible Arabic number sign", () => {
		expect(marks("\u0600")).toEqual([]);
	});
});
