/** The long form of the attacks that the tests run in short: `npm run attack -w packages/confined-files`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { killWriters, raceWriters } from "./kill-writers.ts";
import { raceLinks } from "./race-links.ts";

const ROUNDS = 10_000;
const KILLS = 200;
const READS = 20_000;

const folder = mkdtempSync(join(tmpdir(), "cairn-attack-"));
try {
	const race = await raceLinks(join(folder, "race"), ROUNDS);
	process.stdout.write(
		`links swapped during calls: ${race.answered} answered, ${race.refused} refused, ${race.leaked} leaked; a naive reader leaked ${race.naiveLeaks} times\n`,
	);
	const kills = await killWriters(mkdtempSync(join(folder, "kill-")), KILLS);
	process.stdout.write(
		`writers killed: ${kills.kills}, torn: ${kills.torn}, answered and lost: ${kills.lost}, temporary files left: ${kills.left}\n`,
	);
	const torn = await raceWriters(mkdtempSync(join(folder, "two-")), READS);
	process.stdout.write(`two writers at once: ${READS} reads, torn: ${torn}\n`);
	process.exitCode = race.leaked + kills.torn + kills.lost + torn > 0 || race.naiveLeaks === 0 ? 1 : 0;
} finally {
	rmSync(folder, { recursive: true, force: true });
}
