import type { Clock } from "@cairn/kernel";
import { addressGroup } from "@cairn/kernel/address-group";
import { isLoopbackAddress, isPrivateAddress } from "@cairn/kernel/allowed-host";
import type { Store } from "@cairn/store";
import { Refusals } from "../audit/refusals.ts";
import { RateLimits, rateLimited } from "../limits/rate-limits.ts";
import { ALL_LOGINS_RULE, HOME_LOGINS_RULE, LOGIN_RULE, type RateRule } from "../limits/rate-rules.ts";
import type { OwnerClient } from "./owner-session.ts";

/** The key under which the guesses from all addresses are counted. */
const EVERYBODY = "all";

/** Who guesses: a browser, and the id that it has when the owner once signed in there. */
export interface Guesser extends OwnerClient {
	readonly browserId?: string | undefined;
}

interface Count {
	readonly key: string;
	readonly rule: RateRule;
}

/**
 * How often somebody may guess the password or the claim code, and that wrong guesses become events. Strangers are counted
 * by address and all together, those of the internet apart from those of the local network. A browser in which the owner
 * has signed in is counted by itself alone, and so are those of this very machine together: no number of strangers
 * elsewhere can lock the owner out there.
 */
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
	async take(what: string, guesser: Guesser): Promise<void> {
		for (const { key, rule } of [ownCount(guesser), ...sharedCounts(guesser)]) {
			const taken = await this.#limits.take(key, rule);
			if (taken.ok) continue;
			if (taken.first) await this.refuse(`${what}: too many guesses`, guesser);
			throw rateLimited("Too many wrong guesses.", taken.retryAfterSeconds);
		}
	}

	/** Lets a guess that was right count for nothing, and those before it of the same browser or address. */
	async forgive(guesser: Guesser): Promise<void> {
		const { key, rule } = ownCount(guesser);
		await this.#limits.forgive(key, rule);
		for (const { key, rule } of sharedCounts(guesser)) await this.#limits.giveBack(key, rule);
	}

	/** Forgets all guesses, from wherever they came. */
	async forgiveAll(): Promise<void> {
		for (const rule of [LOGIN_RULE, ALL_LOGINS_RULE, HOME_LOGINS_RULE]) await this.#limits.forgiveAll(rule);
	}

	/** Notes a guess that was wrong. */
	refuse(what: string, { address, requestId }: OwnerClient): Promise<void> {
		return this.#refusals.note({ caller: { actor: "nobody", address }, requestId, object: what });
	}
}

function ownCount({ browserId, address }: Guesser): Count {
	if (browserId !== undefined) return { key: `browser ${browserId}`, rule: LOGIN_RULE };
	// This machine has millions of addresses for itself.
	return { key: isLoopbackAddress(address) ? "this machine" : addressGroup(address), rule: LOGIN_RULE };
}

/** What a stranger's guess counts for beside its own address; nothing for a known browser, nor on this machine. */
function sharedCounts({ browserId, address }: Guesser): Count[] {
	if (browserId !== undefined || isLoopbackAddress(address)) return [];
	return [{ key: EVERYBODY, rule: isPrivateAddress(address) ? HOME_LOGINS_RULE : ALL_LOGINS_RULE }];
}
