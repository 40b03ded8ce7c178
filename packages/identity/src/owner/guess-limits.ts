import type { Clock } from "@cairn/kernel";
import type { Store } from "@cairn/store";
import { Refusals } from "../audit/refusals.ts";
import { addressGroup } from "../hosts/address-group.ts";
import { RateLimits, rateLimited } from "../limits/rate-limits.ts";
import { ALL_LOGINS_RULE, LOGIN_RULE } from "../limits/rate-rules.ts";
import type { OwnerClient } from "./owner-session.ts";

/** The key under which the guesses from all addresses are counted. */
const EVERYBODY = "all";

/** How often somebody may guess the password or the claim code, and that wrong guesses become events. */
export class GuessLimits {
	readonly #limits: RateLimits;
	readonly #refusals: Refusals;

	constructor(context: { readonly store: Store; readonly clock: Clock }) {
		this.#limits = new RateLimits(context);
		this.#refusals = new Refusals(context);
	}

	/**
	 * Counts a guess before it is looked at, so that many at once are no more than one after the other.
	 * @throws CairnError `rate_limited`, saying when the next may come.
	 */
	async take(what: string, client: OwnerClient): Promise<void> {
		for (const [key, rule] of [
			[addressGroup(client.address), LOGIN_RULE],
			[EVERYBODY, ALL_LOGINS_RULE],
		] as const) {
			const taken = await this.#limits.take(key, rule);
			if (taken.ok) continue;
			if (taken.first) await this.refuse(`${what}: too many guesses`, client);
			throw rateLimited("Too many wrong guesses.", taken.retryAfterSeconds);
		}
	}

	/** Lets a guess that was right count for nothing, and those before it from the same address. */
	async forgive(client: OwnerClient): Promise<void> {
		await this.#limits.forgive(addressGroup(client.address), LOGIN_RULE);
		await this.#limits.giveBack(EVERYBODY, ALL_LOGINS_RULE);
	}

	/** Forgets all guesses, from wherever they came. */
	async forgiveAll(): Promise<void> {
		await this.#limits.forgiveAll(LOGIN_RULE);
		await this.#limits.forgiveAll(ALL_LOGINS_RULE);
	}

	/** Notes a guess that was wrong. */
	refuse(what: string, { address, requestId }: OwnerClient): Promise<void> {
		return this.#refusals.note({ caller: { actor: "nobody", address }, requestId, object: what });
	}
}
