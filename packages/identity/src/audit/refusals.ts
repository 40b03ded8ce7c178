import type { Caller, Clock } from "@cairn/kernel";
import { addressGroup } from "@cairn/kernel/address-group";
import type { Store } from "@cairn/store";
import { RateLimits } from "../limits/rate-limits.ts";
import { ALL_REFUSALS_RULE, REFUSALS_RULE, TOLD_REFUSALS_RULE } from "../limits/rate-rules.ts";
import { type Doer, recordDeed } from "./deed.ts";

export interface Refusal {
	readonly caller: Caller;
	readonly requestId?: string | undefined;
	/** What was asked for: an operation such as `scratchpad/write_file`, a path, `login`. */
	readonly object: string;
	/** What was given: only its shape is kept. */
	readonly given?: unknown;
	/**
	 * The address of the service that tells of the refusal and says that it came from `caller.address`: that is then kept as
	 * `<address> via <service>`, and a flood is counted by the service, which may make addresses up.
	 */
	readonly toldBy?: string | undefined;
}

/**
 * Takes note of refused accesses, each as an event: at most 20 a minute of one token or address and 100 of all, then one
 * event that says that there are more, so that a flood can't fill the disk. What services tell of is bounded apart, since
 * whoever reaches the registry can tell such a thing: it must not push out what the servers saw themselves.
 */
export class Refusals {
	readonly #store: Store;
	readonly #clock: Clock;
	readonly #limits: RateLimits;

	constructor({ store, clock }: { readonly store: Store; readonly clock: Clock }) {
		this.#store = store;
		this.#clock = clock;
		this.#limits = new RateLimits({ store, clock });
	}

	/** Notes a refusal. A store that can't be written must not turn the refusal into something else. */
	async note(refusal: Refusal): Promise<void> {
		try {
			await this.#note(refusal);
		} catch {
			// The caller is refused all the same; the disk's trouble is told by whatever the owner does next.
		}
	}

	async #note({ caller, requestId, object, given, toldBy }: Refusal): Promise<void> {
		const address = toldBy === undefined ? caller.address : `${caller.address} via ${toldBy}`;
		const by: Doer = { caller: { ...caller, address }, requestId };
		const key = caller.tokenId ?? addressGroup(toldBy ?? caller.address ?? "");
		const own = await this.#limits.take(key, REFUSALS_RULE);
		if (!own.ok && !own.first) return;
		const rule = toldBy === undefined ? ALL_REFUSALS_RULE : TOLD_REFUSALS_RULE;
		const all = await this.#limits.take("all", rule);
		if (!all.ok && !all.first) return;
		const isTold = own.ok && all.ok;
		await this.#store.transaction((sql) =>
			recordDeed(sql, {
				by,
				at: this.#clock.now(),
				action: isTold ? "access.refuse" : "access.flood",
				object: object.slice(0, 200),
				outcome: "refused",
				...(caller.agentId !== undefined && { agentId: caller.agentId }),
				...(isTold && given !== undefined && { given }),
			}),
		);
	}
}
