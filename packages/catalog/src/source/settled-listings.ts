import { setTimeout as wait } from "node:timers/promises";
import type { Listing } from "./list-files.ts";

/** How many looks in a row must be equal once a folder was seen to change between two: it's being written in pieces. */
const EQUAL_LOOKS_WHEN_RESTLESS = 4;
const MAX_LOOKS = 8;

export interface SettleOptions {
	/** Looks at a folder; undefined when it's gone. */
	readonly look: (name: string) => Promise<Listing | undefined>;
	/** Time between two looks, milliseconds. */
	readonly settleMs: number;
	/** Folders that were not settled the last time; kept up to date. */
	readonly restless: Set<string>;
}

interface Candidate {
	listing: Listing | undefined;
	equalLooks: number;
}

/**
 * Waits until folders that changed stay as they are for a moment, so that no half-written file counts as finished.
 * Works by looking alone: a network mount tells of no change, and its clock may be another.
 * @returns the folders that settled, with what they hold (undefined when gone); the others are for the next time.
 */
export async function settledListings(
	changed: ReadonlyMap<string, Listing | undefined>,
	{ look, settleMs, restless }: SettleOptions,
): Promise<ReadonlyMap<string, Listing | undefined>> {
	const settled = new Map<string, Listing | undefined>();
	const open = new Map(
		[...changed].map(([name, listing]): [string, Candidate] => [name, { listing, equalLooks: 1 }]),
	);
	for (let looks = 1; looks < MAX_LOOKS && open.size > 0; looks++) {
		await wait(settleMs);
		for (const [name, candidate] of open) {
			const listing = await look(name);
			if (listing?.fingerprint === candidate.listing?.fingerprint) candidate.equalLooks++;
			else {
				restless.add(name);
				candidate.equalLooks = 1;
			}
			candidate.listing = listing;
			if (candidate.equalLooks < (restless.has(name) ? EQUAL_LOOKS_WHEN_RESTLESS : 2)) continue;
			restless.delete(name);
			open.delete(name);
			settled.set(name, listing);
		}
	}
	return settled;
}
