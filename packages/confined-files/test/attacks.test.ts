import { expect, test } from "vitest";
import { killWriters, raceWriters } from "./attack/kill-writers.ts";
import { raceLinks } from "./attack/race-links.ts";
import { temporaryFolder } from "./open-files.ts";

// In short: `npm run attack -w packages/confined-files` runs 10,000 rounds and 200 kills.

/** Each starts several processes. */
const options = { timeout: 120_000 };

test("links swapped in during calls lead nowhere", options, async () => {
	const { answered, refused, leaked } = await raceLinks(temporaryFolder(), 300);
	expect(leaked).toBe(0);
	expect(answered).toBeGreaterThan(100);
	expect(refused).toBeGreaterThan(0);
});

test("a writer that is killed at any moment leaves the old text or the new one", options, async () => {
	expect(await killWriters(temporaryFolder(), 6)).toMatchObject({ kills: 6, torn: 0 });
});

test("two writers at once leave the text of one of them", options, async () => {
	expect(await raceWriters(temporaryFolder(), 2_000)).toBe(0);
});
