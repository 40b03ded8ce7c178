import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import type { ClaimsReader, ClaimView } from "@cairn/claims";
import { relevantHits, type Term, WordIndex } from "@cairn/discovery";
import type { Logger } from "@cairn/kernel/logger";
import { claims, events, type Store } from "@cairn/store";

/** Claims that are read and indexed at once; between two such pages the server answers others. */
const PAGE = 200;
/** Of so many claims that fit a prompt's words best, those are given of which one can be the most sure. */
const CANDIDATES = 4;
const RETRY_MS = 1_000;

export interface ClaimIndexOptions {
	readonly store: Store;
	readonly reader: ClaimsReader;
	readonly logger: Logger;
}

/** A claim that a prompt may be about, as it is now. */
export interface FoundClaim {
	readonly claim: ClaimView;
	readonly score: number;
}

/** The active claims, by the words of what they say and of what they are about. Kept up by the store's change feed. */
export class ClaimIndex {
	readonly #options: ClaimIndexOptions;
	readonly #index = new WordIndex();
	#isFilled = false;
	#filled: Promise<void> = Promise.resolve();

	constructor(options: ClaimIndexOptions) {
		this.#options = options;
	}

	/** Begins to fill the index, in small steps, and follows all changes until the signal fires. */
	follow(signal: AbortSignal): void {
		this.#filled = new Promise((resolve) => void this.#run(signal, resolve));
	}

	/** Waits until all claims that there were are in the index, or the signal of `follow` fired, but no longer than told. */
	async waitUntilFilled(limitMs: number): Promise<void> {
		if (this.#isFilled) return;
		await Promise.race([this.#filled, wait(limitMs, undefined, { ref: false })]);
	}

	/** Whether a claim holds a word of this key. */
	knows(key: string): boolean {
		return this.#index.knows(key);
	}

	/** Claims that fit a prompt: by how well they do, and by what is left of their confidence. */
	async find(terms: readonly Term[], { limit, at }: { limit: number; at: number }): Promise<FoundClaim[]> {
		const hits = relevantHits(this.#index.search(terms, limit * CANDIDATES), terms.length);
		const found = await Promise.all(
			hits.map(async ({ id, score }) => {
				const claim = await this.#options.reader.get(id, at);
				return claim?.state === "active" ? [{ claim, score: score * (1 + claim.decayed) }] : [];
			}),
		);
		return found
			.flat()
			.sort((a, b) => b.score - a.score)
			.slice(0, limit);
	}

	async #run(signal: AbortSignal, onFilled: () => void): Promise<void> {
		const { store } = this.#options;
		let since: number | undefined;
		signal.addEventListener("abort", onFilled, { once: true });
		while (!signal.aborted) {
			try {
				if (since === undefined) {
					const before = await events.lastEventId(store.read);
					await this.#fill(signal);
					since = before;
					this.#isFilled = true;
					onFilled();
				}
				for await (const event of store.watch({ since, signal })) {
					await this.#follow(event);
					since = event.id;
				}
				return;
			} catch (error) {
				if (signal.aborted) return;
				this.#options.logger.warn({ err: error }, "claims are not found by prompts for the moment");
				await wait(RETRY_MS, undefined, { signal }).catch(() => {});
			}
		}
	}

	async #fill(signal: AbortSignal): Promise<void> {
		const { read } = this.#options.store;
		let after = 0;
		while (!signal.aborted) {
			const rows = await claims.listClaimRows(read, { state: "active", after, limit: PAGE });
			for (const row of rows) this.#take(row);
			after = rows.at(-1)?.seq ?? 0;
			if (rows.length < PAGE) return;
			await nextTurn();
		}
	}

	async #follow({ action, object }: events.StoredEvent): Promise<void> {
		if (!action.startsWith("claim.")) return;
		const row = await claims.findClaim(this.#options.store.read, object);
		if (row === undefined) this.#index.remove(object);
		else this.#take(row);
	}

	/** What a claim says and is about never changes; whether it holds does. */
	#take({ id, state, entity, claim }: claims.ClaimRow): void {
		if (state !== "active") this.#index.remove(id);
		else if (!this.#index.has(id)) {
			this.#index.put(id, [
				{ text: entity, weight: 2 },
				{ text: claim, weight: 1 },
			]);
		}
	}
}
