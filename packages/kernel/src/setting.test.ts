import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { choiceSetting, httpUrlSetting, integerSetting, textSetting, tokenSetting } from "./setting.ts";

describe("settings", () => {
	test("a blank one counts as unset", () => {
		expect(textSetting({ A: " x " }, "A")).toBe("x");
		expect(textSetting({ A: "  " }, "A")).toBeUndefined();
	});

	test.each(["-1", "70000", "1.5", "http", "0x10", "1e3"])("a port of %s is refused by name", (PORT) => {
		const read = () => integerSetting({ PORT }, "PORT", { fallback: 3457, min: 0, max: 65_535 });
		expect(read).toThrow(`PORT must be a whole number from 0 to 65535; it is "${PORT}".`);
	});

	test("a port that is unset falls back", () => {
		expect(integerSetting({}, "PORT", { fallback: 3457, min: 0, max: 65_535 })).toBe(3457);
	});

	test.each([
		["http://server:3457/", "http://server:3457"],
		["https://cairn.local/sub/", "https://cairn.local/sub"],
	])("an address of %s is read as %s", (URL, expected) =>
		expect(httpUrlSetting({ URL }, "URL")).toBe(expected),
	);

	test.each([
		"server:3457",
		"ftp://server",
		"nonsense",
		"http://user:secret@server",
		"http://server/?key=secret",
		"http://server?",
		"http://server/#secret",
	])("an address of %s is refused without repeating it", (URL) => {
		const read = () => httpUrlSetting({ URL }, "URL");
		expect(read).toThrow(/^URL must/);
		expect(read).not.toThrow(/secret/);
	});

	test("a word is one of those that there are, else the setting names them", () => {
		const read = (LEVEL: string) =>
			choiceSetting({ LEVEL }, "LEVEL", { choices: ["info", "debug"], fallback: "info" });
		expect([read(""), read("debug")]).toEqual(["info", "debug"]);
		expect(() => read("DEBUG")).toThrow('LEVEL must be one of info, debug; it is "DEBUG".');
	});

	test.each(["two words", "schlüssel", "tab\tinside", "nul\0"])(
		"a token of %j is refused without repeating it",
		(TOKEN) => {
			const read = () => tokenSetting({ TOKEN }, "TOKEN");
			expect(read).toThrow(/^TOKEN may hold only ASCII/);
			expect(read).not.toThrow(TOKEN);
		},
	);

	test("a token of any sign that a header carries is taken", () => {
		expect(tokenSetting({ TOKEN: " a~!Z-_.:/+=0 " }, "TOKEN")).toBe("a~!Z-_.:/+=0");
	});

	describe("a token in a file", () => {
		const folder = mkdtempSync(join(tmpdir(), "cairn-setting-"));
		afterAll(() => rmSync(folder, { recursive: true }));
		const inFile = (text: string) => {
			const file = join(folder, "token");
			writeFileSync(file, text);
			return file;
		};

		test("is taken without the line end after it", () => {
			expect(tokenSetting({ TOKEN_FILE: inFile("abc\n") }, "TOKEN")).toBe("abc");
		});

		test.each([
			["is not there", "missing", /^The file that TOKEN_FILE names can't be read/],
			["is a folder", ".", /^The file that TOKEN_FILE names can't be read/],
			["never ends", "/dev/zero", /^The file that TOKEN_FILE names is too long/],
		])("is refused when it %s", (_what, path, sentence) => {
			expect(() => tokenSetting({ TOKEN_FILE: resolve(folder, path) }, "TOKEN")).toThrow(sentence);
		});

		test.each([
			["empty", "\n", /^The file that TOKEN_FILE names is empty/],
			["no token", "a b", /^TOKEN may hold only ASCII/],
		])("is refused when it holds %s", (_what, text, sentence) => {
			expect(() => tokenSetting({ TOKEN_FILE: inFile(text) }, "TOKEN")).toThrow(sentence);
		});

		test("is refused beside one that is given as it is", () => {
			const both = { TOKEN: "abc", TOKEN_FILE: inFile("abc") };
			expect(() => tokenSetting(both, "TOKEN")).toThrow(/^Both TOKEN and TOKEN_FILE are set/);
		});
	});
});
