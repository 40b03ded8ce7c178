import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { CairnError, type Clock, isWithin, retryAfterMs, systemClock } from "@cairn/kernel";
import { assembleCatalog, type ScriptState } from "../assemble-catalog.ts";
import type { Catalog, CatalogSource } from "../catalog.ts";
import { CatalogWatchers } from "../catalog-watchers.ts";
import { coalesce } from "../coalesce.ts";
import { errorCode, tellFailure } from "../file-failure.ts";
import type { ManifestRules } from "../manifest/parse-manifest.ts";
import { AcceptedSerials } from "../signature/accepted-serials.ts";
import type { KeyPins } from "../signature/key-pins.ts";
import type { PublicKeyText } from "../signature/public-key.ts";
import { readSignedSnapshot, type TrustedSnapshot } from "../signature/signed-snapshot.ts";
import { VersionStore, type VersionStoreOptions } from "../versions/version-store.ts";
import { backoffMs } from "./backoff.ts";
import { readCachedCatalog, touchCachedCatalog, writeCachedCatalog } from "./cached-catalog.ts";
import { EntryInstalls } from "./entry-installs.ts";
import { followRegistry } from "./follow-registry.ts";
import { readInstalled } from "./install-entry.ts";
import { NewerSnapshot } from "./newer-snapshot.ts";
import { RegistryClient, type RegistryTimeouts } from "./registry-client.ts";
import { linkScripts, STATE_FOLDER } from "./script-links.ts";
import { type Batch, type Held, takeOver } from "./take-over.ts";

const POLL_MS = 5000;
/** While a snapshot is being taken over, a newer one is looked for no more often, unless the registry says that there is one. */
const LOOK_AGAIN_MS = 1000;
const TOUCH_EVERY_MS = 60_000;
const SWEEP_EVERY_MS = 60 * 60 * 1000;

export interface MirrorOptions {
	/** Such as http://server:3457, without a trailing slash. */
	readonly url: string;
	readonly token?: string | undefined;
	/** The cache's folder (TOOLS_CACHE_DIR). Nothing is ever written outside it, but the pins. */
	readonly folder: string;
	readonly pins: KeyPins;
	readonly rules: ManifestRules;
	/** What is kept of versions that were replaced. */
	readonly versions?: Pick<VersionStoreOptions, "spareBytes" | "runTimeoutMs"> | undefined;
	readonly pollMs?: number | undefined;
	readonly timeouts?: Partial<RegistryTimeouts> | undefined;
	readonly clock?: Clock | undefined;
	/** Called with what is a fault of the program. */
	readonly onDefect?: ((error: unknown) => void) | undefined;
}

/** A snapshot as it was received, and what it says once it is trusted. */
interface TrustedAnswer {
	readonly raw: unknown;
	readonly snapshot: TrustedSnapshot;
}

/** A laptop's copy of a registry's catalog: current while the registry answers, the last complete one while it doesn't. */
export function createMirror(options: MirrorOptions): CatalogSource {
	return new Mirror(options);
}

class Mirror implements CatalogSource {
	readonly refresh: () => Promise<Catalog>;
	readonly #options: MirrorOptions;
	readonly #clock: Clock;
	readonly #closed = new AbortController();
	readonly #client: RegistryClient;
	readonly #serials: AcceptedSerials;
	readonly #store: VersionStore;
	readonly #watchers: CatalogWatchers;
	readonly #cacheFile: string;
	#held: ReadonlyMap<string, Held> = new Map();
	#catalog: Catalog;
	/** The key of the last snapshot that was trusted. */
	#key: PublicKeyText | undefined;
	/** The version of the last snapshot that was taken over whole. */
	#complete: string | undefined;
	#failures = 0;
	/** How long the registry asked to be left alone, milliseconds. */
	#leaveAloneMs = 0;
	#loaded = false;
	#running: Promise<unknown> = Promise.resolve();
	readonly #installs = new EntryInstalls();
	/** Of the snapshot that is being taken over. */
	#newer: NewerSnapshot<TrustedAnswer> | undefined;
	#touchedAt = 0;
	#sweptAt = 0;

	constructor(options: MirrorOptions) {
		this.#options = options;
		this.#clock = options.clock ?? systemClock;
		const state = join(options.folder, STATE_FOLDER);
		this.#cacheFile = join(state, "catalog.json");
		this.#serials = new AcceptedSerials(join(state, "registry-serials.json"));
		this.#store = new VersionStore({ ...options.versions, root: state, clock: this.#clock });
		this.#client = new RegistryClient({ ...options, signal: this.#closed.signal });
		this.#catalog = { ...assembleCatalog(new Map()), origin: this.#origin(undefined, undefined) };
		const refresh = coalesce(() => this.#refresh());
		this.refresh = () => {
			this.#newer?.hurry();
			return refresh();
		};
		this.#watchers = new CatalogWatchers(() =>
			followRegistry({ client: this.#client, refresh: this.refresh, pauseMs: () => this.#pauseMs() }),
		);
		this.#watchers.know(this.#catalog);
	}

	current(): Catalog {
		return this.#catalog;
	}

	watch(onChange: (catalog: Catalog) => void): () => void {
		return this.#watchers.add(onChange);
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.#watchers.close();
		this.#closed.abort();
		await this.#running;
		await this.#installs[Symbol.asyncDispose]();
	}

	#pauseMs(): number {
		const pollMs = this.#options.pollMs ?? POLL_MS;
		return Math.max(backoffMs(this.#failures, { pollMs, chance: Math.random() }), this.#leaveAloneMs);
	}

	#problem(error: unknown): string {
		if (!(error instanceof CairnError) && errorCode(error) === undefined) this.#options.onDefect?.(error);
		const rest =
			this.#catalog.origin.asOf === undefined
				? "No catalog was fetched before."
				: "The catalog as it was last fetched stays in use.";
		return `${tellFailure(error)} ${rest}`;
	}

	#origin(asOf: number | undefined, problem: string | undefined): Catalog["origin"] {
		return { kind: "registry", where: this.#options.url, asOf, problem };
	}

	#refresh(): Promise<Catalog> {
		const run = this.#ask();
		this.#running = run.catch(() => {});
		return run;
	}

	async #ask(): Promise<Catalog> {
		try {
			await mkdir(this.#options.folder, { recursive: true, mode: 0o700 });
			await this.#load();
			this.#watchers.tell(this.#catalog);
			await this.#update();
			this.#failures = 0;
			this.#leaveAloneMs = 0;
		} catch (error) {
			if (this.#closed.signal.aborted) return this.#catalog;
			this.#failures++;
			this.#leaveAloneMs = retryAfterMs(error);
			const { asOf } = this.#catalog.origin;
			this.#catalog = { ...this.#catalog, origin: this.#origin(asOf, this.#problem(error)) };
		}
		this.#watchers.tell(this.#catalog);
		return this.#catalog;
	}

	/** What is cached serves before the registry answers, if its signature and its files are still right. */
	async #load(): Promise<void> {
		if (this.#loaded) return;
		const cached = await readCachedCatalog(this.#cacheFile);
		const pinned = await this.#options.pins.pinned(this.#options.url);
		this.#loaded = true;
		if (cached === undefined || pinned === undefined || cached.registry !== this.#options.url) return;
		const trusted = (raw: unknown) => {
			const reading = readSignedSnapshot(raw);
			return "snapshot" in reading && reading.key === pinned ? reading.snapshot : undefined;
		};
		const latest = trusted(cached.latest);
		if (latest === undefined) return;
		const snapshots = new Map([...new Set(cached.scripts.values())].map((raw) => [raw, trusted(raw)]));
		const states = new Map<string, ScriptState>();
		const held = new Map<string, Held>();
		for (const [name, raw] of cached.scripts) {
			const entry = snapshots.get(raw)?.scripts.find((script) => script.name === name);
			const result =
				entry && (await readInstalled(entry, { store: this.#store, rules: this.#options.rules }));
			if (result === undefined) continue;
			const script = "script" in result ? result.script : undefined;
			if (script !== undefined) held.set(name, { script, snapshot: raw });
			states.set(name, { good: script, fault: "fault" in result ? result.fault : undefined, notes: [] });
		}
		this.#held = held;
		this.#show(states, { snapshot: latest, asOf: cached.asOf });
	}

	async #update(): Promise<void> {
		const intact = (await this.#damaged()).size === 0;
		let next = await this.#askFor(intact && (await this.#isPinned()) ? this.#complete : undefined);
		if (next === undefined) return this.#stillCurrent();
		while (next !== undefined) next = await this.#takeOver(next);
	}

	/** A snapshot that is another than the known one. */
	async #askFor(known: string | undefined): Promise<TrustedAnswer | undefined> {
		const found = await this.#client.snapshot(known);
		if (found === undefined) return undefined;
		const raw = (await this.#isOvertaken(found)) ? await this.#client.snapshot(undefined) : found;
		return { raw, snapshot: await this.#trust(raw) };
	}

	/** @returns a newer snapshot that came before this one was taken over whole */
	async #takeOver(answer: TrustedAnswer): Promise<TrustedAnswer | undefined> {
		const { raw, snapshot } = answer;
		const damaged = await this.#damaged();
		// From here on what is here may be between two versions.
		this.#complete = undefined;
		await using newer = this.#lookForNewer(snapshot);
		const batch = await takeOver(snapshot, {
			raw,
			held: this.#held,
			damaged,
			client: this.#client,
			store: this.#store,
			rules: this.#options.rules,
			installs: this.#installs,
			obsolete: newer.signal,
			onPart: async (part) => {
				await this.#commit(part, answer);
				this.#watchers.tell(this.#catalog);
			},
		});
		await this.#commit(batch, answer);
		if (newer.found !== undefined) return newer.found;
		if (batch.failure !== undefined) throw batch.failure;
		this.#complete = snapshot.version;
		await this.#sweep();
		return undefined;
	}

	#lookForNewer({ version }: TrustedSnapshot): NewerSnapshot<TrustedAnswer> {
		const newer = new NewerSnapshot({
			ask: async () => {
				const answer = await this.#askFor(version);
				return answer?.snapshot.version === version ? undefined : answer;
			},
			pauseMs: Math.max(this.#options.pollMs ?? POLL_MS, LOOK_AGAIN_MS),
		});
		this.#newer = newer;
		return newer;
	}

	/** Scripts whose files were changed since they were fetched. */
	async #damaged(): Promise<ReadonlySet<string>> {
		const damaged = new Set<string>();
		for (const [name, { script }] of this.#held) {
			if (!(await this.#store.isIntact(script))) damaged.add(name);
		}
		return damaged;
	}

	/** Whether the key that is trusted is still that of the catalog in use. */
	async #isPinned(): Promise<boolean> {
		return this.#key !== undefined && (await this.#options.pins.pinned(this.#options.url)) === this.#key;
	}

	/**
	 * Whether a snapshot is older than what was accepted before: while it was on its way, another process of this laptop
	 * may have taken over the next one. Only who offers it again means it.
	 */
	async #isOvertaken(raw: unknown): Promise<boolean> {
		const reading = readSignedSnapshot(raw);
		return "snapshot" in reading && this.#serials.isOlder(reading.key, reading.snapshot.serial);
	}

	/** @throws CairnError `upstream_failed` or `forbidden` for a snapshot that nobody vouches for. */
	async #trust(raw: unknown): Promise<TrustedSnapshot> {
		const reading = readSignedSnapshot(raw);
		if ("fault" in reading) throw new CairnError("upstream_failed", UNTRUSTED[reading.fault]);
		await this.#options.pins.accept(this.#options.url, reading.key);
		await this.#serials.accept(reading.key, reading.snapshot.serial);
		this.#key = reading.key;
		return reading.snapshot;
	}

	/** What is remembered on disk comes first: what can't be kept is not used either. */
	async #commit(batch: Batch, { raw, snapshot }: TrustedAnswer): Promise<void> {
		const digests = new Map([...batch.held].map(([name, { script }]) => [name, script.digest]));
		for (const [name, { script }] of this.#held) {
			if (digests.get(name) !== script.digest) await this.#store.retire(script);
		}
		await writeCachedCatalog(this.#cacheFile, {
			registry: this.#options.url,
			latest: raw,
			scripts: new Map([...batch.held].map(([name, held]) => [name, held.snapshot])),
		});
		this.#held = batch.held;
		this.#show(batch.states, { snapshot, asOf: this.#clock.now() });
		await linkScripts(this.#options.folder, digests);
	}

	#show(
		states: ReadonlyMap<string, ScriptState>,
		{ snapshot, asOf }: { snapshot: TrustedSnapshot; asOf: number },
	): void {
		this.#catalog = { ...assembleCatalog(states, snapshot.broken), origin: this.#origin(asOf, undefined) };
	}

	async #stillCurrent(): Promise<void> {
		const now = this.#clock.now();
		this.#catalog = { ...this.#catalog, origin: this.#origin(now, undefined) };
		if (isWithin(TOUCH_EVERY_MS, { since: this.#touchedAt, now })) return;
		this.#touchedAt = now;
		await touchCachedCatalog(this.#cacheFile, now);
	}

	async #sweep(): Promise<void> {
		const now = this.#clock.now();
		if (isWithin(SWEEP_EVERY_MS, { since: this.#sweptAt, now }) && !this.#store.isSweepDue()) return;
		this.#sweptAt = now;
		await this.#store.sweep(new Set([...this.#held.values()].map(({ script }) => script.digest)));
	}
}

const UNTRUSTED = {
	"no snapshot":
		"The registry's catalog is not in a form that this program knows; update both to the same version.",
	unsigned: "The registry doesn't sign its catalog, so its scripts are not taken over; update the registry.",
	"wrong signature":
		"The registry's catalog doesn't match its signature, so its scripts are not taken over. Somebody may be changing it on the way.",
} as const;
