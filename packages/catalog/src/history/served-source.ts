import type { Clock } from "@cairn/kernel";
import { type Store, scripts } from "@cairn/store";
import { assembleCatalog, duplicateFault, type Fault, type ScriptState } from "../assemble-catalog.ts";
import type { BrokenScript, Catalog, InstalledScript } from "../catalog.ts";
import { CatalogWatchers } from "../catalog-watchers.ts";
import { claimToolNames } from "../claim-tool-names.ts";
import { coalesce } from "../coalesce.ts";
import { LIMITS } from "../limits.ts";
import { MANIFEST_FILE } from "../manifest/manifest.ts";
import type { FolderSource } from "../source/folder-source.ts";
import type { VersionStore } from "../versions/version-store.ts";
import { recordCatalog } from "./record-catalog.ts";
import { restoreVersion } from "./restore-version.ts";

export interface ServedSourceOptions {
	/** The folder that people edit. */
	readonly folder: FolderSource;
	readonly store: Store;
	readonly versions: VersionStore;
	/** Serve a new or changed script only after the owner has approved just that version. */
	readonly approvalRequired: boolean;
	readonly clock: Clock;
}

export type ServedSource = FolderSource;

const DECISIONS: ReadonlySet<string> = new Set(["script.approve", "script.enable", "script.disable"]);

const WAITING: Fault = {
	file: MANIFEST_FILE,
	reason: "A new or changed version waits for the owner's approval in the admin.",
};

/**
 * What the registry offers to laptops: the folder's scripts, less those that the owner took away, and where approval is
 * required each in the version that the owner approved. Keeps every version that it sees in the store.
 */
export async function createServedSource(options: ServedSourceOptions): Promise<ServedSource> {
	const source = new DecidedCatalog(options);
	await source.refresh();
	return source;
}

class DecidedCatalog implements ServedSource {
	readonly refresh: () => Promise<Catalog>;
	readonly #options: ServedSourceOptions;
	readonly #watchers: CatalogWatchers;
	#catalog: Catalog;
	#running: Promise<unknown> = Promise.resolve();

	constructor(options: ServedSourceOptions) {
		this.#options = options;
		const { origin } = options.folder.current();
		this.#catalog = { ...assembleCatalog(new Map()), origin };
		this.refresh = coalesce(() => this.#refresh());
		this.#watchers = new CatalogWatchers(() => this.#follow());
		this.#watchers.know(this.#catalog);
	}

	current(): Catalog {
		return this.#catalog;
	}

	watch(onChange: (catalog: Catalog) => void): () => void {
		return this.#watchers.add(onChange);
	}

	leavesScript(script: string, path: string): boolean {
		return this.#options.folder.leavesScript(script, path);
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.#watchers.close();
		await this.#running;
		await this.#options.folder[Symbol.asyncDispose]();
	}

	#refresh(): Promise<Catalog> {
		const run = this.#lookAgain();
		this.#running = run.catch(() => {});
		return run;
	}

	async #lookAgain(): Promise<Catalog> {
		const { folder, store, clock } = this.#options;
		const found = await folder.refresh();
		// A folder that was never read, such as a share that isn't mounted yet, says nothing of what is gone.
		if (found.origin.asOf !== undefined) await recordCatalog(found, { store, clock });
		this.#catalog = await this.#decide(found);
		this.#watchers.tell(this.#catalog);
		return this.#catalog;
	}

	/** Follows the folder, and the owner's decisions, which other processes write. */
	#follow(): () => void {
		const controller = new AbortController();
		const again = () => void this.refresh().catch(() => {});
		const stopFolder = this.#options.folder.watch(again);
		const decisions = this.#options.store.watch({ signal: controller.signal });
		const follow = async () => {
			for await (const { action } of decisions) if (DECISIONS.has(action)) again();
		};
		void follow().catch(() => {});
		return () => {
			controller.abort();
			stopFolder();
		};
	}

	async #decide(found: Catalog): Promise<Catalog> {
		const rows = await scripts.listScriptRows(this.#options.store.read);
		const offered = rows.filter(({ enabled, removed_at }) => enabled === 1 && removed_at === null);
		const present = new Map(found.scripts.map((script) => [script.name, script]));
		const decided = new Map<string, ScriptState>();
		for (const row of offered) decided.set(row.dir, await this.#decideOne(row, present.get(row.dir)));
		const states = fitSnapshot(claimNames(decided, this.#catalog));
		const off = new Set(rows.filter(({ enabled }) => enabled !== 1).map(({ dir }) => dir));
		const told = found.broken
			.filter(({ dir }) => !off.has(dir))
			.map((broken) => ({ ...broken, serving: servingOf(broken, states.get(broken.dir)?.good) }));
		return { ...assembleCatalog(states, told), origin: found.origin };
	}

	/**
	 * The version of a script that laptops get: the approved one where approval is required, else the folder's, and when
	 * the folder's can't be used, the last one that could.
	 */
	async #decideOne(row: scripts.ScriptRow, present: InstalledScript | undefined): Promise<ScriptState> {
		const { approvalRequired } = this.#options;
		const wanted = approvalRequired ? row.approved_digest : (present?.digest ?? row.newest_digest);
		const waits = approvalRequired && row.newest_digest !== row.approved_digest;
		const good = present?.digest === wanted ? present : await this.#restore(wanted);
		return { good, fault: waits ? WAITING : undefined, notes: [] };
	}

	/** A version from before, laid out once. */
	async #restore(digest: string | null): Promise<InstalledScript | undefined> {
		if (digest === null) return undefined;
		const before = this.#catalog.scripts.find((script) => script.digest === digest);
		if (before !== undefined && (await this.#options.versions.isIntact(before))) return before;
		return restoreVersion(digest, this.#options);
	}
}

/** A tool name belongs to who is served under it; only then to who asks for it. */
function claimNames(
	states: ReadonlyMap<string, ScriptState>,
	served: Catalog,
): ReadonlyMap<string, ScriptState> {
	const before = new Map(served.scripts.map(({ name, manifest }) => [name, manifest.name]));
	const claims = [...states].flatMap(([dir, { good }]) =>
		good === undefined ? [] : { dir, tool: good.manifest.name, before: before.get(dir) },
	);
	const refused = claimToolNames(new Map(), claims);
	return new Map(
		[...states].map(([dir, state]) => {
			const owner = refused.get(dir);
			return [dir, owner === undefined ? state : { ...state, good: undefined, fault: duplicateFault(owner) }];
		}),
	);
}

/** Leaves out what no snapshot has room for: one script with far too many files must not cost laptops all others. */
function fitSnapshot(states: ReadonlyMap<string, ScriptState>): ReadonlyMap<string, ScriptState> {
	let room = LIMITS.snapshotBytes * SCRIPTS_SHARE;
	return new Map(
		[...states].map(([dir, state]) => {
			const bytes = state.good === undefined ? 0 : wireBytes(state.good);
			if (bytes > room) return [dir, { ...state, good: undefined, fault: noRoom(bytes) }];
			room -= bytes;
			return [dir, state];
		}),
	);
}

/** What of a snapshot's size is for scripts; the rest is for what is broken. */
const SCRIPTS_SHARE = 0.75;
const wireSizes = new WeakMap<InstalledScript["digests"], number>();

function wireBytes({ name, manifest, files, digests }: InstalledScript): number {
	let bytes = wireSizes.get(digests);
	if (bytes === undefined) {
		bytes = Buffer.byteLength(JSON.stringify({ name, manifest, files, digests }));
		wireSizes.set(digests, bytes);
	}
	return bytes;
}

function noRoom(bytes: number): Fault {
	return {
		file: MANIFEST_FILE,
		reason: `The catalog has no room for this script, whose list of files takes ${Math.ceil(bytes / 1024)} KiB. Move what isn't needed, such as node_modules, out of its folder.`,
	};
}

function servingOf(broken: BrokenScript, good: InstalledScript | undefined): BrokenScript["serving"] {
	if (good === undefined) return "nothing";
	return broken.serving === "nothing" ? "last_good" : broken.serving;
}
