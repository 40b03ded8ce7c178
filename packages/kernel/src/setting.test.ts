import { describe, expect, test } from "vitest";
import { firstTextSetting, httpUrlSetting, integerSetting, textSetting } from "./setting.ts";

describe("settings", () => {
	test("a blank one counts as unset", () => {
		expect(textSetting({ A: " x " }, "A")).toBe("x");
		expect(textSetting({ A: "  " }, "A")).toBeUndefined();
		expect(firstTextSetting({ A: "", B: "b", C: "c" }, ["A", "B", "C"])).toBe("b");
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

	test.each(["server:3457", "ftp://server", "nonsense", "http://user:secret@server"])(
		"an address of %s is refused without repeating it",
		(URL) => {
			const read = () => httpUrlSetting({ URL }, "URL");
			expect(read).toThrow(/^URL must/);
			expect(read).not.toThrow(/secret/);
		},
	);
});
