import { describe, expect, test } from "vitest";
import { openFiles } from "../../test/open-files.ts";
import type { Directory } from "./directory.ts";
import { isExactName } from "./is-exact-name.ts";

/** A directory of a filesystem that takes any case and Unicode form for the same name, as that of a Mac does. */
function laxDirectory(...names: string[]): Pick<Directory, "lstat" | "entries"> {
	const fold = (name: string) => name.normalize("NFD").toLowerCase();
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
	])("%j is its own: %s", (name, exact) => {
		const directory = laxDirectory("Secret.md", "caf\u00e9", "42");
		const found = directory.lstat(name);
		expect(found && isExactName(directory, name, () => found)).toBe(exact);
	});
});

test("two files whose names differ in case are both served where that is so", async () => {
	const { all } = openFiles({ "a.md": "small", "A.md": "large" });
	expect(await all("read_text_file", { path: "a.md" })).toEqual([{ byte_offset: 0, text: "small" }]);
	expect(await all("read_text_file", { path: "A.md" })).toEqual([{ byte_offset: 0, text: "large" }]);
});
