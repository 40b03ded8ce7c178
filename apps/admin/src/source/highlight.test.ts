import { describe, expect, test } from "vitest";
import { cutByMarks } from "./cut-marks.ts";
import { highlight } from "./highlight.ts";
import { languageOf } from "./language.ts";

/** The set-off stretches of a text, as line, kind and text. */
function marksIn(path: string, text: string): string[] {
	const lines = text.split("\n");
	const marks = highlight(text, languageOf(path, lines[0] ?? ""));
	return lines.flatMap((line, index) =>
		(marks.get(index + 1) ?? []).map(({ from, to, kind }) => `${index + 1} ${kind} ${line.slice(from, to)}`),
	);
}

describe("highlighting", () => {
	test("sets off comments, strings and keywords of a shell script", () => {
		const text = `#!/bin/sh\nif [ "$a" = 'it''s' ]; then # why\n  echo $# don"e"\nfi`;
		expect(marksIn("run.sh", text)).toEqual([
			"1 comment #!/bin/sh",
			"2 keyword if",
			'2 string "$a"',
			"2 string 'it'",
			"2 string 's'",
			"2 keyword then",
			"2 comment # why",
			'3 string "e"',
			"4 keyword fi",
		]);
	});

	test("follows a string over lines, and past an escaped quote", () => {
		expect(marksIn("run", `#!/usr/bin/env bash\na="x\n\\"y" done`)).toEqual([
			"1 comment #!/usr/bin/env bash",
			'2 string "x',
			'3 string \\"y"',
			"3 keyword done",
		]);
	});

	test("takes a command within a string as a part of it", () => {
		expect(marksIn("a.sh", `a="$(b "$c" $((1 + 2)))" (d)\nfi`)).toEqual([
			'1 string "$(b "$c" $((1 + 2)))"',
			"2 keyword fi",
		]);
	});

	test("takes a here-document as text, quotes in it included", () => {
		expect(marksIn("a.sh", "cat <<'EOF'\nDon't\nEOF\nif")).toEqual(["2 string Don't", "4 keyword if"]);
	});

	test("sets off keys in YAML, and no apostrophe within a word", () => {
		expect(marksIn("manifest.yaml", "name: a # b\ndescription: Don't 'do' it\nx: { y: true }")).toEqual([
			"1 keyword name",
			"1 comment # b",
			"2 keyword description",
			"2 string 'do'",
			"3 keyword x",
			"3 keyword y",
			"3 keyword true",
		]);
	});

	test("knows block comments and templates of JavaScript", () => {
		expect(marksIn("a.mjs", "/* a\nb */ const x = `y\nz` + 'q'; // end")).toEqual([
			"1 comment /* a",
			"2 comment b */",
			"2 keyword const",
			"2 string `y",
			"3 string z`",
			"3 string 'q'",
			"3 comment // end",
		]);
	});

	test("knows texts of several lines in Python", () => {
		expect(marksIn("a.py", `def f():\n  """Does\n  it"""\n  return "x"`)).toEqual([
			"1 keyword def",
			'2 string """Does',
			'3 string   it"""',
			"4 keyword return",
			'4 string "x"',
		]);
	});

	test("leaves other texts plain", () => {
		expect(marksIn("notes.md", "if 'a' # b")).toEqual([]);
		expect(marksIn("noending", "if 'a' # b")).toEqual([]);
	});

	test.each(["/*", '"', "'", "`", "<<a", '"""', "#!/bin/sh\n", "\\", "'\"", "${", "a:", '"\\', "/*`'\""])(
		"loses no character of a text full of %j, however often",
		(part) => {
			const text = part.repeat(Math.floor(150_000 / part.length));
			for (const path of ["a.sh", "a.yaml", "a.js", "a.py"]) {
				const marks = highlight(text, languageOf(path, ""));
				for (const [index, line] of text.split("\n").slice(0, 3).entries()) {
					const shown = cutByMarks(line, marks.get(index + 1) ?? []);
					expect(shown.map((stretch) => stretch.text).join("")).toBe(line);
				}
			}
		},
	);
});
