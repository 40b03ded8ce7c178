/// <reference path="./store-abstract.d.ts" />
import type { Clock } from "@cairn/kernel";
import { rateLimits, type Store } from "@cairn/store";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import RateLimiterStoreAbstract from "rate-limiter-flexible/lib/RateLimiterStoreAbstract.js";
import type { RateRule } from "./rate-rules.ts";

export interface StoreRateLimiterOptions {
	readonly store: Store;
	readonly clock: Clock;
	readonly rule: RateRule;
}

/**
 * One rule's limiter on our store: what rate-limiter-flexible asks of a store, by our tables and our clock. While the
 * store can't be written, each process counts for itself.
 */
export class StoreRateLimiter extends RateLimiterStoreAbstract {
	readonly #store: Store;
	readonly #clock: Clock;
	readonly #windowMs: number;
	#sweptAt = 0;

	constructor({ store, clock, rule }: StoreRateLimiterOptions) {
		const { name, points, seconds: duration } = rule;
		const insuranceLimiter = new RateLimiterMemory({ keyPrefix: name, points, duration });
		super({ storeClient: store, keyPrefix: name, points, duration, insuranceLimiter });
		this.#store = store;
		this.#clock = clock;
		this.#windowMs = duration * 1000;
	}

	/** @internal called by the library */
	_upsert(key: string, points: number, durationMs: number, anew: boolean): Promise<rateLimits.RateLimitRow> {
		return this.#store.transaction(async (sql) => {
			const now = this.#clock.now();
			if (now - this.#sweptAt >= durationMs) {
				await rateLimits.deleteOverPoints(sql, now);
				this.#sweptAt = now;
			}
			return rateLimits.takePoints(sql, { key, points, now, expiresAt: now + durationMs, anew });
		});
	}

	/** @internal called by the library */
	async _get(key: string): Promise<rateLimits.RateLimitRow | null> {
		const now = this.#clock.now();
		const row = await rateLimits.findPoints(this.#store.read, { key, now, expiresAt: now + this.#windowMs });
		return row ?? null;
	}

	/** @internal called by the library */
	_delete(key: string): Promise<boolean> {
		return this.#store.transaction((sql) => rateLimits.deletePoints(sql, key));
	}

	/** @internal called by the library */
	_getRateLimiterRes(_key: string, changed: number, row: rateLimits.RateLimitRow): RateLimiterRes {
		const remaining = Math.max(this.points - row.points, 0);
		const msBeforeNext = Math.max(row.expires_at - this.#clock.now(), 0);
		return new RateLimiterRes(remaining, msBeforeNext, row.points, row.points === changed);
	}
}
