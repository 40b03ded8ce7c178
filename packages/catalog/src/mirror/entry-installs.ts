import { scriptDigest } from "../digests.ts";
import type { Entry } from "./check-entry.ts";
import { type EntryResult, type InstallOptions, installEntry } from "./install-entry.ts";

interface RunningInstall {
	readonly result: Promise<EntryResult>;
	readonly stop: AbortController;
}

/**
 * The scripts that are being fetched. They outlive the snapshot that asked for them: a newer one goes on with those that
 * it has too, and ends the others.
 */
export class EntryInstalls implements AsyncDisposable {
	readonly #running = new Map<string, RunningInstall>();
	/** With those that were ended and still tidy up. */
	readonly #results = new Set<Promise<EntryResult>>();

	/** Fetches a script, or goes on with it. Throws what `installEntry` throws. */
	install(entry: Entry, options: Omit<InstallOptions, "signal">): Promise<EntryResult> {
		const digest = scriptDigest(entry);
		const running = this.#running.get(digest);
		if (running !== undefined) return running.result;
		const stop = new AbortController();
		const result = installEntry(entry, { ...options, signal: stop.signal }).finally(() => {
			if (this.#running.get(digest)?.stop === stop) this.#running.delete(digest);
			this.#results.delete(result);
		});
		this.#results.add(result);
		this.#running.set(digest, { result, stop });
		return result;
	}

	/** Ends all that isn't among these scripts. */
	keepOnly(entries: readonly Entry[]): void {
		const wanted = new Set(entries.map(scriptDigest));
		for (const [digest, { stop }] of this.#running) {
			if (wanted.has(digest)) continue;
			this.#running.delete(digest);
			stop.abort();
		}
	}

	/** Ends all, and waits until nothing of them is left. */
	async [Symbol.asyncDispose](): Promise<void> {
		this.keepOnly([]);
		await Promise.allSettled(this.#results);
	}
}
