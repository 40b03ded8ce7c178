import { parseFlags } from "@cairn/kernel/command-line";
import { expect, test } from "vitest";
import { parseClaimsCommand } from "./claims/parse-claims-command.ts";

const OPTIONS = {
	root: { type: "string" },
	legacy: { type: "boolean" },
	help: { type: "boolean", short: "h" },
} as const;
const NEEDS_VALUE = "--root needs a value; one that begins with - is written --root=-…";

test.each([
	[["--bogus"], "There is no option --bogus."],
	[["--bogus=1"], "There is no option --bogus."],
	[["-z"], "There is no option -z."],
	[["--root"], NEEDS_VALUE],
	[["--root", "--legacy"], NEEDS_VALUE],
	[["--legacy=yes"], "--legacy takes no value."],
	[
		["--root", "a", "--root", "b"],
		"--root takes one value, and is there more than once; leave one of them out.",
	],
	[["--root=a", "--root=a"], "--root takes one value, and is there more than once; leave one of them out."],
	[["pump.md"], '"pump.md" belongs to no option. Leave it out, or name the option that it is for.'],
])("%j is refused in Cairn's own words", (args, words) => {
	expect(() => parseFlags(args, OPTIONS)).toThrow(new Error(words));
});

test("what may be there several times is taken each time, and a flag without a value means the same", () => {
	const options = { ...OPTIONS, include: { type: "string", multiple: true } } as const;
	expect(parseFlags(["--include", "a", "--legacy", "--include=b", "--legacy"], options)).toEqual({
		include: ["a", "b"],
		legacy: true,
	});
});

test("a command with patterns says how the shell leaves them whole", () => {
	const options = { ...OPTIONS, include: { type: "string", multiple: true } } as const;
	expect(() => parseFlags(["pump.md"], options)).toThrow(
		"\"pump.md\" belongs to no option. Put a pattern such as '**/*.md' in quotes, or the shell makes several arguments of it.",
	);
});

test("cairn claims, which takes texts, says where one goes that begins with a dash", () => {
	expect(() => parseClaimsCommand(["list", "--bogus"])).toThrow(
		"There is no option --bogus. A text that begins with - goes behind --.",
	);
	expect(() => parseClaimsCommand(["list", "--entity"])).toThrow("--entity needs a value");
	expect(() => parseClaimsCommand(["list", "--entity", "a", "--entity", "b"])).toThrow(
		"--entity takes one value, and is there more than once",
	);
});
