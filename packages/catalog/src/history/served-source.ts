import type { Clock } from "@cairn/kernel";
import { type Store, scripts } from "@cairn/store";
import { assembleCatalog, type Fault, type ScriptState } from "../assemble-catalog.ts";
import type { Catalog, InstalledScript } from "../catalog.ts";
import { CatalogWatchers } from "../catalog-watchers.ts";
import { coalesce } from "../coalesce.ts";
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
		await recordCatalog(found, { store, clock });
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
		const rows = new Map(
			(await scripts.listScriptRows(this.#options.store.read)).map((row) => [row.dir, row]),
		);
		const states = new Map<string, ScriptState>();
		for (const script of found.scripts) {
			const row = rows.get(script.name);
			if (row?.enabled === 1) states.set(script.name, await this.#decideOne(script, row));
		}
		const served = (dir: string) => states.get(dir)?.good !== undefined;
		const told = found.broken
			.filter(({ dir }) => rows.get(dir)?.enabled !== 0)
			.map((broken) => (served(broken.dir) ? broken : { ...broken, serving: "nothing" as const }));
		return { ...assembleCatalog(states, told), origin: found.origin };
	}

	async #decideOne(script: InstalledScript, { approved_digest }: scripts.ScriptRow): Promise<ScriptState> {
		if (!this.#options.approvalRequired || approved_digest === script.digest) {
			return { good: script, fault: undefined, notes: [] };
		}
		const good = approved_digest === null ? undefined : await this.#restore(approved_digest);
		return { good, fault: WAITING, notes: [] };
	}

	/** An approved version from before, laid out once. */
	async #restore(digest: string): Promise<InstalledScript | undefined> {
		const before = this.#catalog.scripts.find((script) => script.digest === digest);
		if (before !== undefined && (await this.#options.versions.isIntact(before))) return before;
		return restoreVersion(digest, this.#options);
	}
}
