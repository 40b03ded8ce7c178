import { describe, expect, test } from "vitest";
import { openFiles } from "../../test/open-files.ts";
import { createSelector } from "../rules/create-selector.ts";
import type { Directory } from "./directory.ts";
import { isExactName } from "./is-exact-name.ts";

/** A directory of a filesystem that takes many spellings for a name, as those of Macs, of Windows and on sticks do. */
function laxDirectory(...names: string[]): Pick<Directory, "lstat" | "entries"> {
	const fold = (name: string) =>
		name
			.normalize("NFD")
			.toLowerCase()
			.replace(/[. ]+$|::\$data$|\u200d/g, "");
	return {
		lstat: (name) => {
			const ino = names.findIndex((listed) => fold(listed) === fold(name));
			return ino === -1 ? undefined : ({ ino: BigInt(ino), dev: 1n } as ReturnType<Directory["lstat"]>);
		},
		entries: () => names.map((name) => ({ name }))[Symbol.iterator]() as ReturnType<Directory["entries"]>,
	};
}

describe("where a filesystem takes several spellings for a name", () => {
	test.each([
		["Secret.md", true],
		["secret.md", false],
		["SECRET.MD", false],
		["sEcret.md", false],
		["caf\u00e9", true],
		["cafe\u0301", false],
		["42", true],
		["42.", false],
		["42 ", false],
		["4\u200d2", false],
		["42::$DATA", false],
		["7~1", true],
	])("%j is its own: %s", (name, exact) => {
		const directory = laxDirectory("Secret.md", "caf\u00e9", "42", "7~1");
		const found = directory.lstat(name);
		const selector = createSelector({ include: ["**"] });
		expect(found && isExactName({ selector, directory, path: name, found: () => found })).toBe(exact);
	});
});

test("two files whose names differ in case are both served where that is so", async () => {
	const { all } = openFiles({ "a.md": "small", "A.md": "large" });
	expect(await all("read_text_file", { path: "a.md" })).toEqual([{ byte_offset: 0, text: "small" }]);
	expect(await all("read_text_file", { path: "A.md" })).toEqual([{ byte_offset: 0, text: "large" }]);
});
