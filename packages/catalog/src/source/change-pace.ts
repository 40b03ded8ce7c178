/** So many contents of a script are taken over at once within the while; people who work on it stay below. */
const BURST = 20;
const WHILE_MS = 10 * 60 * 1000;
/** Beyond them a content is taken over once it has stood still for this long, or when the while has room again. */
const STILL_MS = 30 * 1000;
/** From this many within the while, the owner is told. */
const RESTLESS = 15;

interface Pace {
	/** When contents were taken on, milliseconds, oldest first; none older than the while. */
	taken: readonly number[];
	/** The content that was taken on last. */
	last: string | undefined;
	/** The content that waits, and since when. */
	waits: { readonly fingerprint: string; readonly since: number } | undefined;
}

/** How often each script is taken over anew: one that something writes into all the time must not fill the disk. */
export class ChangePace {
	readonly #paces = new Map<string, Pace>();

	/** Whether a script's folder may be taken over as it is at an instant (milliseconds); counts it when so. */
	take(name: string, fingerprint: string, now: number): boolean {
		const pace = this.#at(name, now);
		if (pace.last === fingerprint) return true;
		if (pace.waits?.fingerprint !== fingerprint) pace.waits = { fingerprint, since: now };
		if (pace.taken.length >= BURST && isWithin(STILL_MS, pace.waits.since, now)) return false;
		pace.taken = [...pace.taken, now].slice(-BURST);
		pace.last = fingerprint;
		pace.waits = undefined;
		return true;
	}

	/** The scripts that change all the time. */
	restlessAt(now: number): readonly string[] {
		const names = [...this.#paces.keys()];
		for (const name of names) if (this.#at(name, now).taken.length === 0) this.#paces.delete(name);
		return names.filter((name) => (this.#paces.get(name)?.taken.length ?? 0) >= RESTLESS);
	}

	#at(name: string, now: number): Pace {
		const pace = this.#paces.get(name) ?? { taken: [], last: undefined, waits: undefined };
		pace.taken = pace.taken.filter((at) => isWithin(WHILE_MS, at, now));
		this.#paces.set(name, pace);
		return pace;
	}
}

/** Both ways: of a clock that was set back, an instant may lie far ahead. */
function isWithin(span: number, instant: number, now: number): boolean {
	return Math.abs(now - instant) < span;
}
