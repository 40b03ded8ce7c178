import { type Clock, isWithin, systemClock } from "@cairn/kernel";
import { assembleCatalog, type Fault, type ScriptState } from "../assemble-catalog.ts";
import type { Catalog, CatalogSource } from "../catalog.ts";
import { CatalogWatchers } from "../catalog-watchers.ts";
import { coalesce } from "../coalesce.ts";
import { errorCode, fileFailure, tellFailure } from "../file-failure.ts";
import { LIMITS } from "../limits.ts";
import type { ManifestRules } from "../manifest/parse-manifest.ts";
import { mapBounded } from "../map-bounded.ts";
import { poll } from "../poll.ts";
import type { VersionStore } from "../versions/version-store.ts";
import { ChangePace } from "./change-pace.ts";
import { type Evaluation, evaluateScript } from "./evaluate-script.ts";
import { type Evaluated, KnownScripts } from "./known-scripts.ts";
import type { Listing } from "./list-files.ts";
import { lookAtScript, scriptFolders } from "./script-folders.ts";
import { settledListings } from "./settled-listings.ts";

const SETTLE_MS = 200;
/** Looks take no more than this part of the time, between a pause that people don't notice and one that they accept. */
const LOOKING_PART = 1 / 30;
const POLL_MS = { least: 1000, most: 5000 };
const SWEEP_EVERY_MS = 60 * 60 * 1000;
/** At the first look, files that were left alone for this long need not settle. */
const OLD_MS = 5000;
/** More don't come back sooner, as the system has few threads for them. */
const LOOKS_AT_ONCE = 8;

const RESTLESS: Fault = {
	file: "",
	reason:
		"Something writes into this folder again and again, so not every change is taken over at once. Let the program write into $TOOLS_RUN_DIR, or move what changes elsewhere.",
};

export interface FolderSourceOptions {
	/** The folder with a directory for each script. */
	readonly folder: string;
	/** Where finished versions are kept, so that a script runs and is served as it was when it was whole. */
	readonly store: VersionStore;
	readonly rules: ManifestRules;
	/** How long a changed file must stay as it is before it counts as finished, milliseconds. */
	readonly settleMs?: number;
	/** The pause between looks at the folder while somebody watches, milliseconds; longer the longer they take unless told. */
	readonly pollMs?: number;
	/** Digests of further versions that must stay, such as approved ones. */
	readonly keep?: () => Iterable<string>;
	readonly clock?: Clock;
}

export interface FolderSource extends CatalogSource {
	/** Whether a path goes through a link that leaves its script's directory. */
	leavesScript(script: string, path: string): boolean;
	/** What the last look found of the folder as a whole. */
	lastLook(): FolderLook;
}

export interface FolderLook {
	/** The folder could be read. */
	readonly isRead: boolean;
	/** Its device and inode; undefined when it could not be read, or was exchanged just then. */
	readonly identity: string | undefined;
}

/** The catalog of a folder that people edit while it's served. */
export function createFolderSource(options: FolderSourceOptions): FolderSource {
	return new FolderCatalog(options);
}

class FolderCatalog implements FolderSource {
	readonly refresh: () => Promise<Catalog>;
	readonly #options: FolderSourceOptions;
	readonly #clock: Clock;
	readonly #known: KnownScripts;
	readonly #restless = new Set<string>();
	readonly #pace = new ChangePace();
	#present: ReadonlySet<string> = new Set();
	#lastLook: FolderLook = { isRead: false, identity: undefined };
	readonly #watchers: CatalogWatchers;
	#catalog: Catalog;
	#running: Promise<unknown> = Promise.resolve();
	#sweptAt = 0;
	#lookMs = 0;

	constructor(options: FolderSourceOptions) {
		this.#options = options;
		this.#clock = options.clock ?? systemClock;
		this.#known = new KnownScripts(options.store);
		this.#catalog = this.#assemble(undefined, undefined);
		this.refresh = coalesce(() => this.#refresh());
		this.#watchers = new CatalogWatchers(() =>
			poll(this.refresh, () => options.pollMs ?? pauseAfter(this.#lookMs)),
		);
		this.#watchers.know(this.#catalog);
	}

	current(): Catalog {
		return this.#catalog;
	}

	watch(onChange: (catalog: Catalog) => void): () => void {
		return this.#watchers.add(onChange);
	}

	leavesScript(script: string, path: string): boolean {
		const outward = this.#known.get(script)?.outward ?? [];
		return outward.some((link) => path === link || path.startsWith(`${link}/`));
	}

	lastLook(): FolderLook {
		return this.#lastLook;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.#watchers.close();
		await this.#running;
	}

	#refresh(): Promise<Catalog> {
		const run = this.#lookAgain();
		this.#running = run.catch(() => {});
		return run;
	}

	async #lookAgain(): Promise<Catalog> {
		const problem = await this.#update();
		this.#catalog = this.#assemble(
			this.#lastLook.isRead ? this.#clock.now() : this.#catalog.origin.asOf,
			problem,
		);
		await this.#sweep();
		this.#watchers.tell(this.#catalog);
		return this.#catalog;
	}

	#assemble(asOf: number | undefined, problem: string | undefined): Catalog {
		const states = new Map<string, ScriptState>(this.#known.all());
		for (const name of this.#pace.restlessAt(this.#clock.now())) {
			if (!this.#present.has(name)) continue;
			const { good, fault, notes } = states.get(name) ?? { good: undefined, fault: undefined, notes: [] };
			states.set(name, { good, fault, notes: [...notes, RESTLESS] });
		}
		return { ...assembleCatalog(states), origin: { kind: "folder", where: "local", asOf, problem } };
	}

	/** @returns what is wrong with the folder as a whole; when it can't be read, all stays as it was. */
	async #update(): Promise<string | undefined> {
		let names: readonly string[];
		let identity: string | undefined;
		try {
			({ names, identity } = await scriptFolders(this.#options.folder));
			this.#lastLook = { isRead: true, identity };
		} catch (error) {
			if (errorCode(error) === undefined) throw error;
			this.#lastLook = { isRead: false, identity: undefined };
			return `The scripts folder can't be read: ${fileFailure(error)}. What was read before stays in use.`;
		}
		await this.#take(await this.#settle(await this.#changed(names.slice(0, LIMITS.scripts))));
		if (names.length <= LIMITS.scripts) return undefined;
		return `The scripts folder has ${names.length} scripts; the first ${LIMITS.scripts} are used.`;
	}

	async #changed(names: readonly string[]): Promise<Map<string, Listing | undefined>> {
		const changed = new Map<string, Listing | undefined>();
		const now = this.#clock.now();
		const startedAt = performance.now();
		const looks = await mapBounded(names, LOOKS_AT_ONCE, async (name) => {
			const listing = await this.#look(name);
			return { name, listing, isKnown: await this.#isKnown(name, listing) };
		});
		this.#lookMs = performance.now() - startedAt;
		for (const { name, listing, isKnown } of looks) {
			if (isKnown) continue;
			if (listing === undefined || this.#pace.take(name, listing.fingerprint, now))
				changed.set(name, listing);
		}
		this.#present = new Set(names);
		for (const name of this.#known.all().keys()) if (!this.#present.has(name)) changed.set(name, undefined);
		return changed;
	}

	#look(name: string): Promise<Listing | undefined> {
		return lookAtScript(this.#options.folder, name);
	}

	async #isKnown(name: string, listing: Listing | undefined): Promise<boolean> {
		const known = this.#known.get(name);
		if (known?.seen !== listing?.fingerprint) return false;
		if (known?.blocked !== undefined && this.#owner(known.blocked.tool) !== known.blocked.owner) return false;
		return known?.good === undefined || this.#options.store.isIntact(known.good);
	}

	#owner(tool: string): string | undefined {
		return this.#catalog.scripts.find(({ manifest }) => manifest.name === tool)?.name;
	}

	async #settle(
		changed: ReadonlyMap<string, Listing | undefined>,
	): Promise<ReadonlyMap<string, Listing | undefined>> {
		const first = this.#catalog.origin.asOf === undefined;
		const old = this.#clock.now() - OLD_MS;
		const isOld = ([, listing]: [string, Listing | undefined]) =>
			first && listing !== undefined && listing.changedAt < old;
		const settled = await settledListings(new Map([...changed].filter((entry) => !isOld(entry))), {
			look: (name) => this.#look(name),
			settleMs: this.#options.settleMs ?? SETTLE_MS,
			restless: this.#restless,
		});
		return new Map([...[...changed].filter(isOld), ...settled]);
	}

	async #take(settled: ReadonlyMap<string, Listing | undefined>): Promise<void> {
		const evaluated = new Map<string, Evaluated>();
		for (const [name, listing] of settled) {
			if (listing === undefined) await this.#known.forget(name);
			else evaluated.set(name, { listing, evaluation: await this.#evaluate(name, listing) });
		}
		await this.#known.take(evaluated);
	}

	async #evaluate(name: string, listing: Listing): Promise<Evaluation> {
		const { rules, store } = this.#options;
		try {
			const evaluation = await evaluateScript({ name, listing, rules, store });
			const after = await this.#look(name);
			return after?.fingerprint === listing.fingerprint ? evaluation : { unsettled: true };
		} catch (error) {
			if (errorCode(error) === "ENOENT") return { unsettled: true };
			return {
				fault: { file: "", reason: `The script could not be taken over. ${tellFailure(error)}` },
				passing: true,
			};
		}
	}

	async #sweep(): Promise<void> {
		const now = this.#clock.now();
		if (isWithin(SWEEP_EVERY_MS, { since: this.#sweptAt, now }) && !this.#options.store.isSweepDue()) return;
		this.#sweptAt = now;
		const live = this.#catalog.scripts.map(({ digest }) => digest);
		await this.#options.store.sweep(new Set([...live, ...(this.#options.keep?.() ?? [])]));
	}
}

/** The pause after a look that took so long, milliseconds. */
function pauseAfter(lookMs: number): number {
	return Math.min(Math.max(lookMs / LOOKING_PART, POLL_MS.least), POLL_MS.most);
}
