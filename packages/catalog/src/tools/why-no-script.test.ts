import { expect, test } from "vitest";
import type { BrokenScript, Catalog } from "../catalog.ts";
import { whyNoScript } from "./why-no-script.ts";

function catalogWith(problem: string | undefined, ...broken: BrokenScript[]): Catalog {
	const origin = { kind: "registry", where: "http://nas:3457", asOf: undefined, problem } as const;
	return { version: "0", scripts: [], broken, origin };
}

const faulty = { dir: "report", file: "manifest.yaml", reason: "exec is missing." } as const;

test.each([
	["a whole catalog", catalogWith(undefined), undefined],
	["a catalog that can't be fetched", catalogWith("It can't be reached."), "It can't be reached."],
	[
		"a broken script",
		catalogWith("It can't be reached.", { ...faulty, line: 3, serving: "nothing" }),
		"The script in the folder report can't be used (manifest.yaml line 3): exec is missing.",
	],
	[
		"a folder with a wrong name",
		catalogWith(undefined, { ...faulty, file: "", serving: "nothing" }),
		"The script in the folder report can't be used: exec is missing.",
	],
	[
		"a script of which an earlier version runs",
		catalogWith(undefined, { ...faulty, serving: "last_good" }),
		undefined,
	],
	[
		"the fault of another script",
		catalogWith(undefined, { ...faulty, dir: "a", serving: "nothing" }),
		undefined,
	],
])("why a script is missing from %s", (_what, catalog, why) => {
	expect(whyNoScript(catalog, "report")).toBe(why);
});
