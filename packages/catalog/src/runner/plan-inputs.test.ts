import { expect, test } from "vitest";
import { planInputs } from "./plan-inputs.ts";

const LONG = "x".repeat(64 * 1024 + 1);

test("inputs are variables, and all of them one more", () => {
	expect(planInputs({ "my-file.name": "a b", n: 5, on: false })).toEqual({
		variables: {
			INPUT_MY_FILE_NAME: "a b",
			INPUT_N: "5",
			INPUT_ON: "false",
			TOOLS_INPUTS_JSON: '{"my-file.name":"a b","n":5,"on":false}',
		},
		files: [],
	});
});

test("what is over 64 KiB is a file, named by our own alphabet", () => {
	const { variables, files } = planInputs({ "../x": LONG });
	expect(variables).toEqual({});
	expect(files.map(({ variable, name }) => [variable, name])).toEqual([
		["INPUT____X_FILE", "INPUT____X.txt"],
		["TOOLS_INPUTS_JSON_FILE", "TOOLS_INPUTS_JSON.txt"],
	]);
});

test("many inputs that are too long together go into files as well", () => {
	const inputs = Object.fromEntries(
		Array.from({ length: 40 }, (_, index) => [`i${index}`, "x".repeat(60_000)]),
	);
	const { variables, files } = planInputs(inputs);
	expect(Object.values(variables).join("").length).toBeLessThanOrEqual(256 * 1024);
	expect(Object.keys(variables).length + files.length).toBe(41);
});

test("a file's variable that is another input's is refused by name", () => {
	expect(() => planInputs({ text: LONG, text_file: "a" })).toThrow(/INPUT_TEXT is so long/);
});
