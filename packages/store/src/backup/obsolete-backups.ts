import type { Backup } from "./backup-record.ts";

/**
 * The backups that may go, so that of each kind the `keep` newest proven ones stay. Only a proven one counts, so a series
 * of failures pushes out nothing that is proven. Of those that are not proven, the `keep` newest of a kind stay as well,
 * to show what went wrong. A file that somebody put there always stays.
 * @param backups newest first.
 */
export function obsoleteBackups(backups: readonly Backup[], keep: number): Backup[] {
	const seen = new Map<string, number>();
	return backups.filter(({ kind, state }) => {
		if (kind === "found") return false;
		const rank = `${kind} ${state === "proven"}`;
		const before = seen.get(rank) ?? 0;
		seen.set(rank, before + 1);
		return before >= keep;
	});
}
