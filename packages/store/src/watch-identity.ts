import { type BigIntStats, statSync } from "node:fs";
import { CairnError } from "@cairn/kernel";

/**
 * Gives a check that a path still names the file that it names now. SQLite goes on writing into a file that was deleted
 * or replaced, and everything that is answered then is lost with the process.
 */
export function watchIdentity(path: string): () => void {
	const before = identityOf(path);
	return () => {
		if (identityOf(path) === before) return;
		throw new CairnError(
			"unavailable",
			"The store's file was removed or replaced while Cairn runs. Nothing was stored; put it back or restart Cairn.",
		);
	};
}

function identityOf(path: string): string | undefined {
	const stats: BigIntStats | undefined = statSync(path, { bigint: true, throwIfNoEntry: false });
	return stats && `${stats.dev}:${stats.ino}`;
}
