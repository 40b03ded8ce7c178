import { expect, test } from "vitest";
import { killWriters, raceWriters } from "./attack/kill-writers.ts";
import { raceLinks } from "./attack/race-links.ts";
import { raceReplacement } from "./attack/race-replacement.ts";
import { temporaryFolder } from "./open-files.ts";

// In short: `npm run attack -w packages/confined-files` runs 10,000 rounds and 200 kills.

test("links swapped in during calls lead nowhere", async () => {
	expect(await raceLinks(temporaryFolder(), 300)).toMatchObject({ leaked: 0 });
});

test("a writer that is killed at any moment leaves the old text or the new one, and loses none that was answered", async () => {
	expect(await killWriters(temporaryFolder(), 6)).toMatchObject({ kills: 6, torn: 0, lost: 0 });
});

test("two writers at once leave the text of one of them", async () => {
	expect(await raceWriters(temporaryFolder(), 2_000)).toBe(0);
});

test("a file that is replaced all the time is never missing", async () => {
	const seen = await raceReplacement(10_000);
	expect(seen).toContain("whole");
	// So often at once may it be replaced that a call gives up; that isn't said to be missing either.
	expect(seen.filter((answer) => answer !== "whole" && !answer.includes("changed"))).toEqual([]);
});
