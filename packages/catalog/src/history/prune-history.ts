import { type Sql, scriptHistory } from "@cairn/store";

/** How much of what scripts were is kept, beside the newest version of each and the one that was approved last. */
export interface HistoryLimits {
	/** Versions of one script; those that were ever approved don't count. */
	readonly versions: number;
	/** Of all files of all kept versions together, each content counted once. */
	readonly bytes: number;
}

export const HISTORY_LIMITS: HistoryLimits = { versions: 100, bytes: 1024 * 1024 * 1024 };

/** Versions of a script whose contents went, but of which it's remembered that there were; beyond them only events tell. */
const REMEMBERED = 500;
/** Versions that go in one transaction at most: the rest goes with the next version that is kept. */
const AT_ONCE = 1000;

/**
 * Lets old versions go in the transaction that keeps a new one, so that a script that changes all the time can't fill the
 * disk. Its newest versions stay, and every approved one, as long as there is room; where there is none, the oldest of all
 * scripts go first, those that nobody approved before the others.
 */
export async function pruneHistory(
	sql: Sql,
	{ dir, at, limits }: { dir: string; at: number; limits: HistoryLimits },
): Promise<void> {
	for (const digest of await scriptHistory.listBeyond(sql, { dir, newest: limits.versions }))
		await scriptHistory.pruneVersion(sql, { digest, at });
	let excess = (await scriptHistory.keptBytes(sql)) - limits.bytes;
	if (excess > 0) {
		for (const digest of await scriptHistory.listExpendable(sql, AT_ONCE)) {
			excess -= (await scriptHistory.pruneVersion(sql, { digest, at })).freedBytes;
			if (excess <= 0) break;
		}
	}
	await scriptHistory.forgetPruned(sql, { dir, remembered: REMEMBERED });
}
