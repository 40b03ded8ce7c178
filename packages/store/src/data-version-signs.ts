import type { CommitSigns } from "./change-feed.ts";

/** How often the file is looked at for commits of other processes while somebody watches, milliseconds. */
const LOOK_MS = 150;

/** Tells of commits to a SQLite file by a number that changes with each one that another connection makes. */
export class DataVersionSigns implements CommitSigns {
	readonly #dataVersion: () => number;
	#wake: (() => void) | undefined;
	#timer: NodeJS.Timeout | undefined;
	#seen = -1;

	constructor(dataVersion: () => number) {
		this.#dataVersion = dataVersion;
	}

	start(wake: () => void): void {
		this.#wake = wake;
		this.#timer = setInterval(() => this.look(), LOOK_MS).unref();
	}

	stop(): void {
		this.#wake = undefined;
		clearInterval(this.#timer);
	}

	/** Looks now, as after a commit of this process. */
	look(): void {
		if (this.#wake === undefined) return;
		const version = this.#version();
		if (version === this.#seen) return;
		this.#seen = version;
		this.#wake();
	}

	/** A store that can't be looked at wakes those who watch too: their own reading tells them why. */
	#version(): number {
		try {
			return this.#dataVersion();
		} catch {
			return Number.NaN;
		}
	}
}
