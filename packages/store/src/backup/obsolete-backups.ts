import type { Backup } from "./backup-record.ts";

/**
 * The backups that may go, so that of each kind the `keep` newest proven ones stay. Only a proven one counts, so a series
 * of failures pushes out nothing that is proven. Of those that could not be proven for want of a place, and of those that
 * failed, the `keep` newest of a kind stay as well. A file that somebody put there always stays.
 * @param backups newest first.
 */
export function obsoleteBackups(backups: readonly Backup[], keep: number): Backup[] {
	const seen = new Map<string, number>();
	return backups.filter(({ kind, state }) => {
		if (kind === "found") return false;
		const rank = `${kind} ${state === "damaged" ? "failed" : state}`;
		const before = seen.get(rank) ?? 0;
		seen.set(rank, before + 1);
		return before >= keep;
	});
}
