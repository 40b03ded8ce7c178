import type { Warning } from "../warning.ts";

/** What is kept of a job: never a name, never contents. */
export interface JobRecord {
	readonly id: string;
	readonly endpoint: string;
	/** What it was to become. */
	readonly to: string;
	/** When it came, ISO 8601 UTC. */
	readonly at: string;
	readonly durationMs: number;
	readonly inputBytes: number;
	readonly outputBytes?: number;
	readonly pages?: number;
	readonly converter?: string;
	readonly warnings: readonly Warning[];
	/** `ok`, `unchanged`, or the reason why not. */
	readonly outcome: string;
	/** What the caller was told, where it failed. */
	readonly told?: string;
}

const KEPT = 50;

/** The last jobs, newest first. */
export class JobHistory {
	readonly #jobs: JobRecord[] = [];

	add(job: JobRecord): void {
		this.#jobs.unshift(job);
		if (this.#jobs.length > KEPT) this.#jobs.length = KEPT;
	}

	list(): readonly JobRecord[] {
		return this.#jobs;
	}
}
