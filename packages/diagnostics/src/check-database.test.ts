import { CairnError } from "@cairn/kernel";
import { expect, test } from "vitest";
import { type BackupObstacle, checkDatabase, type DatabaseFacts } from "./check-database.ts";
import { sentencesDe } from "./sentences-de.ts";
import { sentencesEn } from "./sentences-en.ts";

const WELL: DatabaseFacts = {
	version: "17.2",
	latencyMs: 0.6,
	bytes: 12_345_678,
	connections: 12,
	maxConnections: 100,
};

const away = new CairnError("unavailable", "away", { fault: "unreachable" });
const refused = new CairnError("unavailable", "no", { fault: "refused" });

interface Seen extends Partial<DatabaseFacts> {
	readonly obstacle?: BackupObstacle;
}

test.each<[string, Seen | Error, string[]]>([
	["is well", {}, ["ok database_answers", "ok connections_left", "ok backups_provable"]],
	["is slow", { latencyMs: 250 }, ["warning database_slow", "ok connections_left", "ok backups_provable"]],
	[
		"is short of connections",
		{ connections: 80 },
		["ok database_answers", "warning connections_short", "ok backups_provable"],
	],
	[
		"can't be dumped from here",
		{ obstacle: { kind: "programs", wanted: 17 } },
		["ok database_answers", "ok connections_left", "failed backup_programs_missing"],
	],
	[
		"has no room for a drill",
		{ obstacle: { kind: "drill", role: "cairn" } },
		["ok database_answers", "ok connections_left", "warning drill_refused"],
	],
	["is away", away, ["failed database_away"]],
	["lets nobody in", refused, ["failed database_refuses"]],
	["fails in another way", new Error("postgresql://user:secret@db"), ["failed database_away"]],
])("a database that %s", async (_what, seen, expected) => {
	const { obstacle, ...facts }: Seen = seen instanceof Error ? {} : seen;
	const findings = await checkDatabase({
		setting: "DATABASE_URL",
		async measure() {
			if (seen instanceof Error) throw seen;
			return { ...WELL, ...facts };
		},
		findBackupObstacle: async () => obstacle,
	});
	expect(findings.map(({ status, code }) => `${status} ${code}`)).toEqual(expected);
	for (const finding of findings) {
		const [en, de] = [sentencesEn(finding), sentencesDe(finding)];
		expect(de.says).not.toBe(en.says);
		expect(`${en.says}${en.todo}`).not.toContain("secret");
		expect(en.todo === undefined).toBe(finding.status === "ok");
	}
});

test.each<[string, Partial<DatabaseFacts> | Error]>([
	["is away", away],
	["lets nobody in", refused],
	["is short of connections", { connections: 80 }],
])("a laptop whose database %s is told of its own setting, and nothing of backups", async (_what, seen) => {
	const measure = async () => {
		if (seen instanceof Error) throw seen;
		return { ...WELL, ...seen };
	};
	const findings = await checkDatabase({ setting: "CAIRN_DATABASE_URL", measure });
	for (const sentences of [sentencesEn, sentencesDe]) {
		const told = JSON.stringify(findings.map(sentences));
		expect(told).toContain("CAIRN_DATABASE_URL");
		expect(told).not.toMatch(/(?<!CAIRN_)DATABASE_URL|Backup|Sicherung/);
	}
});

test("a store in a file has no database to look at", async () => {
	expect(await checkDatabase(undefined)).toEqual([]);
});
