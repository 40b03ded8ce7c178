import { addressGroup } from "./address-group.ts";
import { BoundedMap } from "./bounded-map.ts";
import { type Clock, isWithin } from "./clock.ts";

/** So many wrong tokens one address may show in so many milliseconds: half of what a registry takes from the service. */
const POINTS = 30;
const WINDOW_MS = 60_000;
/** How many addresses are remembered; the one that began first goes first. */
const REMEMBERED = 10_000;

interface Window {
	wrong: number;
	readonly since: number;
}

/** How often one address may show a wrong token, for services that have no store. */
export class GuessLimit {
	readonly #clock: Clock;
	readonly #windows = new BoundedMap<string, Window>(REMEMBERED);

	constructor({ clock }: { readonly clock: Clock }) {
		this.#clock = clock;
	}

	/** After how many whole seconds an address may try again; undefined while it may. */
	waitSeconds(address: string): number | undefined {
		const window = this.#open(addressGroup(address));
		if (window === undefined || window.wrong < POINTS) return undefined;
		return Math.max(1, Math.ceil((window.since + WINDOW_MS - this.#clock.now()) / 1000));
	}

	/** Counts a wrong one. */
	count(address: string): void {
		const group = addressGroup(address);
		const window = this.#open(group);
		if (window !== undefined) window.wrong++;
		else this.#windows.set(group, { wrong: 1, since: this.#clock.now() });
	}

	/** Counts one less: it was no wrong one. */
	giveBack(address: string): void {
		const window = this.#open(addressGroup(address));
		if (window !== undefined) window.wrong--;
	}

	/** The window of an address that isn't over; one from the future began before the clock was set back. */
	#open(group: string): Window | undefined {
		const window = this.#windows.get(group);
		const now = this.#clock.now();
		return window !== undefined && isWithin(WINDOW_MS, { since: window.since, now }) ? window : undefined;
	}
}
