import { CairnError, type Clock } from "@cairn/kernel";
import { rateLimits, type Store } from "@cairn/store";
import { RateLimiterRes } from "rate-limiter-flexible";
import type { RateRule } from "./rate-rules.ts";
import { StoreRateLimiter } from "./store-rate-limiter.ts";

export type Taken = { readonly ok: true } | Refused;

interface Refused {
	readonly ok: false;
	readonly retryAfterSeconds: number;
	/** Whether this is the first refusal of the window, which is worth telling. */
	readonly first: boolean;
}

/** Rate limits that all processes on one store share. */
export class RateLimits {
	readonly #store: Store;
	readonly #clock: Clock;
	readonly #limiters = new Map<string, StoreRateLimiter>();

	constructor({ store, clock }: { readonly store: Store; readonly clock: Clock }) {
		this.#store = store;
		this.#clock = clock;
	}

	/** Takes points of a key, one unless told, or says after how many whole seconds there are some again. A flood costs no writes. */
	async take(key: string, rule: RateRule, points = 1): Promise<Taken> {
		const before = await this.look(key, rule);
		if (!before.ok) return before;
		try {
			await this.#limiter(rule).consume(key, points);
			return { ok: true };
		} catch (rejection) {
			if (rejection instanceof RateLimiterRes) return refusal(rejection, rule, points);
			throw rejection;
		}
	}

	/** Says whether a key's points are used up, without taking one. */
	async look(key: string, rule: RateRule): Promise<Taken> {
		const now = await this.#limiter(rule).get(key);
		if (now === null || now.consumedPoints <= rule.points) return { ok: true };
		return { ...refusal(now, rule, 0), first: false };
	}

	/** Gives a key all its points back, such as after a login that went well. */
	async forgive(key: string, rule: RateRule): Promise<void> {
		await this.#limiter(rule).delete(key);
	}

	/** Gives a key the point back that was taken last. */
	async giveBack(key: string, rule: RateRule): Promise<void> {
		await this.#limiter(rule).reward(key);
	}

	/** Gives the points of all keys of a rule back. */
	async forgiveAll({ name }: RateRule): Promise<void> {
		await this.#store.transaction((sql) => rateLimits.deletePointsOf(sql, `${name}:`));
	}

	#limiter(rule: RateRule): StoreRateLimiter {
		const known = this.#limiters.get(rule.name);
		if (known !== undefined) return known;
		const limiter = new StoreRateLimiter({ store: this.#store, clock: this.#clock, rule });
		this.#limiters.set(rule.name, limiter);
		return limiter;
	}
}

/** What is told when `taken` points were one or more too many. */
function refusal({ msBeforeNext, consumedPoints }: RateLimiterRes, rule: RateRule, taken: number): Refused {
	const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
	return { ok: false, retryAfterSeconds, first: consumedPoints - taken <= rule.points };
}

/** What is told to somebody who has to wait; doors send `retry_after_seconds` as Retry-After. */
export function rateLimited(sentence: string, retryAfterSeconds: number): CairnError {
	return new CairnError("rate_limited", `${sentence} Try again in ${retryAfterSeconds} seconds.`, {
		retry_after_seconds: retryAfterSeconds,
	});
}
