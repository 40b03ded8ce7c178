import { describe, expect, test } from "vitest";
import { de } from "../messages/de.ts";
import { en } from "../messages/en.ts";
import { formatFor } from "./format.ts";
import { preferredLanguage } from "./preferences.ts";

describe("the language", () => {
	test.each([
		["", "en"],
		["de-AT,de;q=0.9,en;q=0.8", "de"],
		["en-GB,en;q=0.9,de;q=0.8", "en"],
		["fr,de;q=0.5", "de"],
		["de;q=0, en;q=0.1", "en"],
		["nonsense;;q=x", "en"],
	])("for %j is %s", (header, language) => {
		expect(preferredLanguage(header)).toBe(language);
	});

	test("says everything in German too", () => {
		const keys = (value: object, path = ""): string[] =>
			Object.entries(value).flatMap(([key, member]) =>
				typeof member === "object" ? keys(member, `${path}${key}.`) : [`${path}${key}`],
			);
		// What the convert service says itself, which is English, is translated by its codes.
		const translated = /^convert\.(missing|refusals|warnings)\./;
		expect(keys(de).filter((key) => !translated.test(key))).toEqual(keys(en));
	});
});

describe("formats", () => {
	// Noon where the tests run, whose day is the one that pages show.
	const now = new Date(2026, 2, 3, 12).getTime();

	test.each([
		[0, "0\u00a0bytes"],
		[1, "1\u00a0byte"],
		[1_023, "1,023\u00a0bytes"],
		[1_024, "1\u00a0KiB"],
		[12_600, "12.3\u00a0KiB"],
		[104_857_600, "100\u00a0MiB"],
		[1_048_570, "1\u00a0MiB"],
	])("write %i bytes as %s", (bytes, text) => {
		expect(formatFor("en").bytes(bytes)).toBe(text);
	});

	test.each([
		[0, "0\u00a0ms"],
		[999, "999\u00a0ms"],
		[4_240, "4.2\u00a0s"],
		[59_990, "1\u00a0min 0\u00a0s"],
		[185_000, "3\u00a0min 5\u00a0s"],
	])("write %i milliseconds as %s", (milliseconds, text) => {
		expect(formatFor("en").duration(milliseconds)).toBe(text);
	});

	test("tell ages in the words of the language", () => {
		expect(formatFor("en").relative(now - 3 * 60_000, now)).toBe("3 minutes ago");
		expect(formatFor("de").relative(now - 26 * 3_600_000, now)).toBe("gestern");
		expect(formatFor("en").relative(now, now)).toBe("now");
	});

	test("tell exact times to the second, with the zone", () => {
		expect(formatFor("en").exact(now)).toMatch(/3 March 2026.*\d{2}:00:00 \S+/);
	});
});
