import { LIMIT_FLAGS, type Limits } from "../limits.ts";
import { ToolError } from "../tool-error.ts";

const NAMES = {
	maxFiles: "served files",
	maxDepth: "levels of directories",
	maxDirectories: "directories",
	maxEntries: "directory entries",
} as const satisfies Partial<Record<keyof Limits, string>>;

type Counted = keyof typeof NAMES;

/** Counts what one walk visits, and ends it where a limit is exceeded. */
export class WalkBudget {
	readonly #limits: Limits;
	readonly #counts: Record<Counted, number> = { maxFiles: 0, maxDepth: 0, maxDirectories: 0, maxEntries: 0 };

	constructor(limits: Limits) {
		this.#limits = limits;
	}

	file(): void {
		this.#count("maxFiles", this.#counts.maxFiles + 1);
	}

	/** Also counts the directory itself, so that a wide tree is as bounded as a deep one. */
	directory(depth: number): void {
		this.#count("maxDepth", depth);
		this.#count("maxDirectories", this.#counts.maxDirectories + 1);
	}

	entry(): void {
		this.#count("maxEntries", this.#counts.maxEntries + 1);
	}

	#count(name: Counted, value: number): void {
		this.#counts[name] = value;
		if (value <= this.#limits[name]) return;
		throw new ToolError(
			"limit",
			`There are more than ${this.#limits[name]} ${NAMES[name]} to walk through (${LIMIT_FLAGS[name]}); ask for a path further down, or let the owner narrow --include or raise the limit.`,
		);
	}
}
