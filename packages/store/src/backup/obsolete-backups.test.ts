import fc from "fast-check";
import { expect, test } from "vitest";
import type { Backup } from "./backup-record.ts";
import { obsoleteBackups } from "./obsolete-backups.ts";

const backup = (name: string, state: Backup["state"], kind: Backup["kind"] = "daily"): Backup => ({
	name,
	state,
	kind,
	madeAt: 0,
});
const namesOf = (backups: readonly Backup[]) => backups.map(({ name }) => name);

test("the newest proven ones of each kind stay", () => {
	const backups = [
		backup("d3", "proven"),
		backup("m2", "proven", "manual"),
		backup("d2", "proven"),
		backup("d1", "proven"),
		backup("m1", "proven", "manual"),
	];
	expect(namesOf(obsoleteBackups(backups, 2))).toEqual(["d1"]);
});

test("those that are not proven push out nothing that is", () => {
	const failures = Array.from({ length: 30 }, (_, n) => backup(`f${n}`, n % 2 === 0 ? "failed" : "damaged"));
	const obsolete = namesOf(obsoleteBackups([...failures, backup("old", "proven")], 14));
	expect(obsolete).not.toContain("old");
	expect(obsolete).toHaveLength(16);
});

test("what somebody put there stays", () =>
	expect(obsoleteBackups([backup("a", "unproven", "found")], 0)).toEqual([]));

const anyBackup = fc.record({
	name: fc.string(),
	madeAt: fc.constant(0),
	kind: fc.constantFrom("daily", "manual", "migration", "restore", "found"),
	state: fc.constantFrom("proven", "failed", "damaged", "unproven"),
}) satisfies fc.Arbitrary<Backup>;

test("whatever goes that was proven has as many newer proven ones of its kind as are to stay", () =>
	fc.assert(
		fc.property(fc.array(anyBackup, { maxLength: 60 }), fc.integer({ min: 1, max: 14 }), (backups, keep) => {
			const obsolete = new Set(obsoleteBackups(backups, keep));
			for (const [at, one] of backups.entries()) {
				if (!obsolete.has(one) || one.state !== "proven") continue;
				const newer = backups
					.slice(0, at)
					.filter(({ kind, state }) => kind === one.kind && state === "proven");
				expect(newer.length).toBeGreaterThanOrEqual(keep);
			}
		}),
	));
