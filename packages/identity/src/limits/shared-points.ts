import { BoundedMap, type Clock, isWithin } from "@cairn/kernel";
import type { RateLimits, Taken } from "./rate-limits.ts";
import type { RateRule } from "./rate-rules.ts";

/** Of a rule's points, this part is fetched at a time. */
const PART = 60;
/** Points that were fetched and not used by then are lost, milliseconds. */
const KEPT_MS = 5_000;
/** How many keys are remembered; the oldest goes first. */
const REMEMBERED = 1_000;

interface Fetched {
	left: number;
	readonly at: number;
}

/**
 * Takes points of a rule that all processes share, a few at a time: so that one call in some twenty writes to the store,
 * not each. A process may lose what it fetched and didn't use, so a limit can be felt a little early, never late.
 */
export class SharedPoints {
	readonly #limits: RateLimits;
	readonly #clock: Clock;
	readonly #rule: RateRule;
	readonly #fetched = new BoundedMap<string, Fetched>(REMEMBERED);

	constructor({
		limits,
		clock,
		rule,
	}: { readonly limits: RateLimits; readonly clock: Clock; readonly rule: RateRule }) {
		this.#limits = limits;
		this.#clock = clock;
		this.#rule = rule;
	}

	async take(key: string): Promise<Taken> {
		const now = this.#clock.now();
		const fetched = this.#fetched.get(key);
		if (fetched !== undefined && fetched.left > 0 && isWithin(KEPT_MS, { since: fetched.at, now })) {
			fetched.left--;
			return { ok: true };
		}
		const points = Math.max(1, Math.floor(this.#rule.points / PART));
		const taken = await this.#limits.take(key, this.#rule, points);
		if (taken.ok) this.#fetched.set(key, { left: points - 1, at: now });
		return taken;
	}
}
