import { CairnError } from "@cairn/kernel";
import { expect, test } from "vitest";
import { checkDatabase, type DatabaseFacts } from "./check-database.ts";
import { sentencesDe } from "./sentences-de.ts";
import { sentencesEn } from "./sentences-en.ts";

const WELL: DatabaseFacts = {
	version: "17.2",
	latencyMs: 0.6,
	bytes: 12_345_678,
	connections: 12,
	maxConnections: 100,
	backupObstacle: undefined,
};

const away = new CairnError("unavailable", "away", { fault: "unreachable" });
const refused = new CairnError("unavailable", "no", { fault: "refused" });

test.each<[string, Partial<DatabaseFacts> | Error, string[]]>([
	["is well", {}, ["ok database_answers", "ok connections_left", "ok backups_provable"]],
	["is slow", { latencyMs: 250 }, ["warning database_slow", "ok connections_left", "ok backups_provable"]],
	[
		"is short of connections",
		{ connections: 80 },
		["ok database_answers", "warning connections_short", "ok backups_provable"],
	],
	[
		"can't be dumped from here",
		{ backupObstacle: { kind: "programs", wanted: 17 } },
		["ok database_answers", "ok connections_left", "failed backup_programs_missing"],
	],
	[
		"has no room for a drill",
		{ backupObstacle: { kind: "drill", role: "cairn" } },
		["ok database_answers", "ok connections_left", "warning drill_refused"],
	],
	["is away", away, ["failed database_away"]],
	["lets nobody in", refused, ["failed database_refuses"]],
	["fails in another way", new Error("postgresql://user:secret@db"), ["failed database_away"]],
])("a database that %s", async (_what, facts, expected) => {
	const ask = async () => {
		if (facts instanceof Error) throw facts;
		return { ...WELL, ...facts };
	};
	const findings = await checkDatabase(ask);
	expect(findings.map(({ status, code }) => `${status} ${code}`)).toEqual(expected);
	for (const finding of findings) {
		const [en, de] = [sentencesEn(finding), sentencesDe(finding)];
		expect(de.says).not.toBe(en.says);
		expect(`${en.says}${en.todo}`).not.toContain("secret");
		expect(en.todo === undefined).toBe(finding.status === "ok");
	}
});

test("a store in a file has no database to look at", async () => {
	expect(await checkDatabase(undefined)).toEqual([]);
});
