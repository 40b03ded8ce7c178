import { expect, test } from "vitest";
import { manifestOf, RULES } from "../../test/scripts-on-disk.ts";
import type { InstalledScript } from "../catalog.ts";
import { parseManifest } from "../manifest/parse-manifest.ts";
import { scriptFace } from "./script-face.ts";

function descriptionOf(more: string): string {
	const parsed = parseManifest(Buffer.from(manifestOf("a", more)), RULES);
	if ("fault" in parsed) throw new Error(parsed.fault.reason);
	const script: InstalledScript = {
		...{ name: "a", manifest: parsed.manifest, files: [], digests: {} },
		...{ digest: "0".repeat(64), folder: "/a" },
	};
	return scriptFace(script).description;
}

test.each([
	["without outputs", "", "Does a."],
	["with none", "outputs: {}\n", "Does a."],
	[
		"with some",
		"outputs:\n  path: { type: string, description: Where. }\n  rest:\n",
		"Does a.\nOutputs: path (string), rest.",
	],
	[
		"with many",
		`outputs:\n${Array.from({ length: 13 }, (_, index) => `  o${index}:\n`).join("")}`,
		`Does a.\nOutputs: ${Array.from({ length: 12 }, (_, index) => `o${index}`).join(", ")}, ….`,
	],
])("a script %s says so in its tool's description", (_what, more, description) => {
	expect(descriptionOf(more)).toBe(description);
});
