import { cpus } from "node:os";
import type { Isolation } from "../fence/isolation.ts";
import type { Engines } from "./engines.ts";
import type { FairQueue } from "./fair-queue.ts";
import type { JobHistory } from "./job-history.ts";
import type { SelfTest } from "./self-test.ts";

/** What the owner wants to know of the service. */
export class Health {
	readonly #parts: HealthParts;

	constructor(parts: HealthParts) {
		this.#parts = parts;
	}

	/**
	 * Each engine with its version or why it is missing, whether it converted when it was last tested, the queue, and the
	 * last jobs. Engines are tested for it unless `test` is false: who looks every few seconds leaves them alone.
	 */
	async report({ test = true } = {}) {
		const { engines, queue, history, isolation, selfTest, bodyBytes } = this.#parts;
		if (test) await selfTest.run();
		const tested = selfTest.last();
		const all = engines
			.states()
			.map(([name, state]) => [name, { ...state, ...tested?.trips.get(name) }] as const);
		const ok = all.every(([, { missing, works }]) => missing === undefined && works !== false);
		return {
			status: ok ? "ok" : "degraded",
			engines: Object.fromEntries(all),
			...(tested !== undefined && { testedAgoMs: tested.ageMs }),
			queue: queue.counts(),
			limits: { bodyBytes },
			network: isolation.network,
			cores: cpus().length,
			jobs: history.list(),
		};
	}
}

interface HealthParts {
	readonly engines: Engines;
	readonly queue: FairQueue;
	readonly history: JobHistory;
	readonly isolation: Isolation;
	readonly selfTest: SelfTest;
	/** The longest document that it takes. */
	readonly bodyBytes: number;
}
