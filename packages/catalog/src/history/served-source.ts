import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "@cairn/kernel";
import { events, type Store, scripts } from "@cairn/store";
import { assembleCatalog, duplicateFault, type Fault, type ScriptState } from "../assemble-catalog.ts";
import {
	type BrokenScript,
	type Catalog,
	type CatalogSource,
	type InstalledScript,
	WHOLE_FOLDER,
} from "../catalog.ts";
import { CatalogWatchers } from "../catalog-watchers.ts";
import { claimToolNames } from "../claim-tool-names.ts";
import { coalesce } from "../coalesce.ts";
import { sortBroken } from "../digests.ts";
import { MANIFEST_FILE } from "../manifest/manifest.ts";
import type { FolderSource } from "../source/folder-source.ts";
import type { VersionStore } from "../versions/version-store.ts";
import { fitSnapshot } from "./fit-snapshot.ts";
import { KnownFolder } from "./known-folder.ts";
import type { HistoryLimits } from "./prune-history.ts";
import { recordBroken } from "./record-broken.ts";
import { recordCatalog } from "./record-catalog.ts";
import { restoreVersion } from "./restore-version.ts";

export interface ServedSourceOptions {
	/** The folder that people edit. */
	readonly folder: FolderSource;
	readonly store: Store;
	readonly versions: VersionStore;
	/** Serve a new or changed script only after the owner has approved just that version. */
	readonly approvalRequired: boolean;
	/** The file that remembers in which folder scripts were last seen. */
	readonly knownFolderFile: string;
	readonly limits?: HistoryLimits | undefined;
	readonly clock: Clock;
}

export type ServedSource = CatalogSource & Pick<FolderSource, "leavesScript">;

/** After these the folder is looked at anew: what the owner decided, and a restored store, which may lack what it holds. */
const CALLS_FOR_LOOK: ReadonlySet<string> = new Set([
	"script.approve",
	"script.enable",
	"script.disable",
	"script.clear",
	"backup.restore",
]);

/** How long to wait when the store couldn't be followed, milliseconds. */
const RETRY_MS = 1_000;

const WAITING: Fault = {
	file: MANIFEST_FILE,
	reason: "A new or changed version waits for the owner's approval in the admin.",
};

const EMPTIED =
	"The scripts folder is another one than before and has none of the scripts, as when a share isn't mounted. What was there stays in use until scripts show up, or until you say in the admin that they are gone.";

/**
 * What the registry offers to laptops: the folder's scripts, less those that the owner took away, and where approval is
 * required each in the version that the owner approved. Keeps every version that it sees in the store.
 */
export async function createServedSource(options: ServedSourceOptions): Promise<ServedSource> {
	const source = new DecidedCatalog(options);
	await source.refresh();
	return source;
}

interface Decision {
	readonly catalog: Catalog;
	/** What is broken in scripts that the owner took away; no laptop is told of it. */
	readonly hidden: readonly BrokenScript[];
}

class DecidedCatalog implements ServedSource {
	readonly refresh: () => Promise<Catalog>;
	readonly #options: ServedSourceOptions;
	readonly #watchers: CatalogWatchers;
	readonly #knownFolder: KnownFolder;
	/** What the last decisions rest on: the folder's contents, and all that was ever decided, each of which is an event. */
	#basis = "";
	#catalog: Catalog;
	#running: Promise<unknown> = Promise.resolve();

	constructor(options: ServedSourceOptions) {
		this.#options = options;
		this.#knownFolder = new KnownFolder(options.knownFolderFile);
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
		const { folder, store } = this.#options;
		const found = await folder.refresh();
		const doubt = await this.#doubt(found);
		const origin = { ...found.origin, problem: doubt ?? found.origin.problem };
		const basis = JSON.stringify([found.version, origin.problem, await events.lastEventId(store.read)]);
		if (this.#basis === basis && (await this.#isRestoredIntact(found))) {
			this.#catalog = { ...this.#catalog, origin };
		} else {
			if (doubt === undefined) await recordCatalog(found, this.#options);
			const decision = await this.#decide({ ...found, origin }, doubt);
			await this.#recordBroken(decision, doubt);
			this.#catalog = decision.catalog;
			this.#basis = basis;
		}
		this.#watchers.tell(this.#catalog);
		return this.#catalog;
	}

	/**
	 * Why what was found says nothing of what is gone; undefined when it does. A folder in which somebody deleted all
	 * scripts is the same one as before; another one in its place without any of them is the mount point of a share, or not
	 * filled yet, whatever a NAS may have put into it.
	 */
	async #doubt({ scripts: found, broken, origin }: Catalog): Promise<string | undefined> {
		const { isRead, identity } = this.#options.folder.lastLook();
		if (!isRead) return origin.problem ?? "The scripts folder was not read yet.";
		const rows = found.length > 0 ? [] : await scripts.listScriptRows(this.#options.store.read);
		const expected = new Set(rows.filter(({ removed_at }) => removed_at === null).map(({ dir }) => dir));
		if (found.length > 0 || broken.some(({ dir }) => expected.has(dir))) {
			if (identity !== undefined) await this.#knownFolder.remember(identity);
			return undefined;
		}
		const isSame = identity !== undefined && (await this.#knownFolder.isSame(identity));
		return expected.size === 0 || isSame ? undefined : EMPTIED;
	}

	/** Follows the folder, the owner's decisions and restored backups, which other processes write. */
	#follow(): () => void {
		const controller = new AbortController();
		const again = () => void this.refresh().catch(() => {});
		const stopFolder = this.#options.folder.watch(again);
		void this.#followStore(controller.signal, again);
		return () => {
			controller.abort();
			stopFolder();
		};
	}

	/**
	 * Calls back after decisions until the signal fires. A store that can't be read for a while, as when its server has no
	 * connection left, is followed on from where it was: else a script that the owner takes away would stay on offer.
	 */
	async #followStore(signal: AbortSignal, again: () => void): Promise<void> {
		const { store } = this.#options;
		let since: number | undefined;
		while (!signal.aborted) {
			try {
				since ??= await events.lastEventId(store.read);
				for await (const { id, action } of store.watch({ since, signal })) {
					since = id;
					if (CALLS_FOR_LOOK.has(action)) again();
				}
				return;
			} catch {
				await wait(RETRY_MS, undefined, { signal, ref: false }).catch(() => {});
			}
		}
	}

	async #decide(found: Catalog, doubt: string | undefined): Promise<Decision> {
		const rows = await scripts.listScriptRows(this.#options.store.read);
		const offered = rows.filter(({ enabled, removed_at }) => enabled === 1 && removed_at === null);
		const present = new Map(found.scripts.map((script) => [script.name, script]));
		const decided = new Map<string, ScriptState>();
		for (const row of offered) decided.set(row.dir, await this.#decideOne(row, present.get(row.dir)));
		const states = fitSnapshot(claimNames(decided, this.#catalog));
		const told = [...found.broken, ...brokenFolder(found.origin, doubt)].map((broken) => ({
			...broken,
			serving: servingOf(broken, states.get(broken.dir)?.good),
		}));
		const off = new Set(rows.filter(({ enabled }) => enabled !== 1).map(({ dir }) => dir));
		const isOff = ({ dir }: BrokenScript) => off.has(dir);
		const catalog = assembleCatalog(
			states,
			told.filter((broken) => !isOff(broken)),
		);
		return { catalog: { ...catalog, origin: found.origin }, hidden: told.filter(isOff) };
	}

	/** Whether the versions that are served from the store's bytes still lie there as they must. */
	async #isRestoredIntact(found: Catalog): Promise<boolean> {
		const present = new Set(found.scripts.map(({ digest }) => digest));
		for (const script of this.#catalog.scripts) {
			if (present.has(script.digest)) continue;
			if (!(await this.#options.versions.isIntact(script))) return false;
		}
		return true;
	}

	/** What the owner is told of as broken: all that laptops are, but what waits for him, which isn't broken. */
	async #recordBroken({ catalog, hidden }: Decision, doubt: string | undefined): Promise<void> {
		const broken = [...catalog.broken.filter(({ reason }) => reason !== WAITING.reason), ...hidden];
		const now = sortBroken(doubt === undefined ? broken : broken.filter(({ dir }) => dir === WHOLE_FOLDER));
		await recordBroken(now, { ...this.#options, keepOthers: doubt !== undefined });
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
			if (owner === undefined) return [dir, state];
			const fault = duplicateFault({ tool: state.good?.manifest.name, owner });
			return [dir, { ...state, good: undefined, fault }];
		}),
	);
}

/** What is wrong with the folder as a whole, as an entry among what is broken, which reaches laptops and the owner. */
function brokenFolder({ problem }: Catalog["origin"], doubt: string | undefined): readonly BrokenScript[] {
	if (problem === undefined) return [];
	return [
		{ dir: WHOLE_FOLDER, file: "", reason: problem, serving: doubt === undefined ? "current" : "last_good" },
	];
}

function servingOf(broken: BrokenScript, good: InstalledScript | undefined): BrokenScript["serving"] {
	if (broken.dir === WHOLE_FOLDER) return broken.serving;
	if (good === undefined) return "nothing";
	return broken.serving === "nothing" ? "last_good" : broken.serving;
}
