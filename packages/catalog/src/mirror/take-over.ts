import { setTimeout as wait } from "node:timers/promises";
import { CairnError } from "@cairn/kernel";
import type { Fault, ScriptState } from "../assemble-catalog.ts";
import { duplicateFault } from "../assemble-catalog.ts";
import type { InstalledScript } from "../catalog.ts";
import { claimToolNames } from "../claim-tool-names.ts";
import { scriptDigest } from "../digests.ts";
import { LIMITS } from "../limits.ts";
import type { TrustedSnapshot } from "../signature/signed-snapshot.ts";
import { type Entry, sizeOf } from "./check-entry.ts";
import type { EntryInstalls } from "./entry-installs.ts";
import { type EntryResult, type InstallOptions, readInstalled } from "./install-entry.ts";

/** A script that is here, and the signed snapshot that vouches for it. */
export interface Held {
	readonly script: InstalledScript;
	readonly snapshot: unknown;
}

export interface TakeOverOptions extends Omit<InstallOptions, "before" | "signal"> {
	/** The snapshot as it was received. */
	readonly raw: unknown;
	readonly held: ReadonlyMap<string, Held>;
	/** Scripts whose files are not as they must be. */
	readonly damaged: ReadonlySet<string>;
	/** What is being fetched already, and what will be. */
	readonly installs: EntryInstalls;
	/** Fires when there is a newer snapshot: then what isn't here yet isn't waited for. */
	readonly obsolete: AbortSignal;
	/** Takes what is settled while something slow is still being fetched: removals and all that was quick. */
	readonly onPart: (batch: Batch) => Promise<void>;
}

/** What the laptop has after a batch of changes. */
export interface Batch {
	readonly held: ReadonlyMap<string, Held>;
	readonly states: ReadonlyMap<string, ScriptState>;
	/** Why it isn't all of the snapshot, so that it must be asked for again. */
	readonly failure: unknown;
}

/** A registry that is away for this many scripts in a row isn't asked for the rest. */
const PATIENCE = 3;
/** How many scripts are fetched at the same time, slow ones apart. */
const AT_ONCE = 3;
/** How long a script may take until the next one is fetched beside it, milliseconds. */
const SLOW_MS = 1000;
/** How many slow ones there may be. */
const MAX_SLOW = 16;
/** What is settled is shown once nothing more has come for this long, milliseconds: a batch that keeps coming is one. */
const PART_MS = 500;
/** After so many of these pauses it is shown even while more keeps coming. */
const PARTS_KEPT = 20;

/**
 * Fetches what changed. A script that can't be had keeps the version that is here; the others don't wait for it, nor for
 * one that takes long, and nothing waits for what a newer snapshot has made obsolete.
 */
export async function takeOver(snapshot: TrustedSnapshot, options: TakeOverOptions): Promise<Batch> {
	const { obsolete, installs, onPart } = options;
	const results = new Map<string, EntryResult>();
	const entries = affordable(snapshot, results);
	installs.keepOnly(entries);
	const stop = new AbortController();
	const fetching = fetchAll(entries, { results, options, signal: AbortSignal.any([stop.signal, obsolete]) });
	try {
		let [shown, settled, kept] = [-1, 0, 0];
		while (await outlasts(fetching, { ms: PART_MS, signal: obsolete })) {
			if (obsolete.aborted) break;
			const keepsComing = results.size > settled && ++kept < PARTS_KEPT;
			settled = results.size;
			if (keepsComing || settled <= shown) continue;
			await onPart(settle(snapshot, { results, options, failure: undefined }));
			[shown, kept] = [settled, 0];
		}
	} catch (error) {
		stop.abort();
		installs.keepOnly([]);
		await fetching.catch(() => {});
		throw error;
	}
	if (obsolete.aborted) fetching.catch(() => {});
	const failure = obsolete.aborted ? undefined : await fetching;
	return settle(snapshot, { results, options, failure });
}

/** Each script once, as far as there is room for them; for the rest notes why not. */
function affordable(snapshot: TrustedSnapshot, results: Map<string, EntryResult>): readonly Entry[] {
	const entries = new Map<string, Entry>();
	let bytes = 0;
	for (const entry of snapshot.scripts) {
		bytes += sizeOf(entry);
		if (entries.has(entry.name) || results.has(entry.name)) continue;
		if (bytes > LIMITS.catalogBytes) results.set(entry.name, { fault: tooMuch() });
		else entries.set(entry.name, entry);
	}
	return [...entries.values()];
}

interface Fetching {
	readonly results: Map<string, EntryResult>;
	readonly options: TakeOverOptions;
	readonly signal: AbortSignal;
}

/** @returns why something could not be fetched; resolves or throws only when nothing is being fetched any more. */
async function fetchAll(entries: readonly Entry[], { results, options, signal }: Fetching): Promise<unknown> {
	let failure: unknown;
	let away = 0;
	let defect: { readonly error: unknown } | undefined;
	const fetch = async (entry: Entry) => {
		try {
			const result = await install(entry, options);
			results.set(entry.name, result);
			if (!("failure" in result)) return;
			failure ??= result.failure;
			away = result.away ? away + 1 : 0;
		} catch (error) {
			defect ??= { error };
			options.installs.keepOnly([]);
		}
	};
	const slow = new Set<Promise<void>>();
	const queue = entries.values();
	const fetchNext = async () => {
		for (const entry of queue) {
			if (signal.aborted || defect !== undefined || away >= PATIENCE) return;
			const fetched = fetch(entry);
			if (slow.size >= MAX_SLOW || !(await outlasts(fetched, { ms: SLOW_MS, signal }))) {
				await fetched;
				continue;
			}
			slow.add(fetched);
			void fetched.then(() => slow.delete(fetched));
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
	await Promise.all(slow);
	if (defect !== undefined) throw defect.error;
	return failure;
}

/** Whether a task takes longer than a time; and so it does when the signal fires. */
async function outlasts(
	task: Promise<unknown>,
	{ ms, signal }: { readonly ms: number; readonly signal: AbortSignal },
): Promise<boolean> {
	const over = new AbortController();
	const end = () => over.abort();
	signal.addEventListener("abort", end, { once: true });
	if (signal.aborted) end();
	const pause = wait(ms, true, { signal: over.signal, ref: false }).catch(() => true);
	try {
		return await Promise.race([task.then(() => false), pause]);
	} finally {
		end();
		signal.removeEventListener("abort", end);
	}
}

type Attempt = EntryResult & { readonly failure?: unknown; readonly away?: boolean };

async function install(entry: Entry, options: TakeOverOptions): Promise<Attempt> {
	const before = options.held.get(entry.name)?.script;
	try {
		if (before?.digest === scriptDigest(entry) && !options.damaged.has(entry.name))
			return await readInstalled(entry, options);
		return await options.installs.install(entry, { ...options, before });
	} catch (error) {
		if (!(error instanceof CairnError)) throw error;
		return { fault: { file: "", reason: error.message }, failure: error, away: error.code === "unavailable" };
	}
}

interface Settling {
	readonly results: ReadonlyMap<string, EntryResult>;
	readonly options: TakeOverOptions;
	readonly failure: unknown;
}

function settle(snapshot: TrustedSnapshot, { results, options, failure }: Settling): Batch {
	// What isn't fetched yet keeps its name, so that no other takes it meanwhile.
	const claims = [...new Set(snapshot.scripts.map(({ name }) => name))].flatMap((dir) => {
		const result = results.get(dir);
		const before = options.held.get(dir)?.script.manifest.name;
		const tool = result !== undefined && "script" in result ? result.script.manifest.name : before;
		return tool === undefined ? [] : { dir, tool, before };
	});
	const refused = claimToolNames(new Map(), claims);
	const held = new Map<string, Held>();
	const states = new Map<string, ScriptState>();
	for (const { name } of snapshot.scripts) {
		const result = results.get(name);
		const owner = refused.get(name);
		const before = options.held.get(name);
		const now =
			result !== undefined && "script" in result && owner === undefined
				? { script: result.script, snapshot: options.raw }
				: before;
		if (now !== undefined) held.set(name, now);
		states.set(name, { good: now?.script, fault: faultOf(result, owner), notes: [] });
	}
	return { held, states, failure };
}

function faultOf(result: EntryResult | undefined, owner: string | undefined): Fault | undefined {
	if (owner === undefined) return result !== undefined && "fault" in result ? result.fault : undefined;
	const tool = result !== undefined && "script" in result ? result.script.manifest.name : undefined;
	return duplicateFault({ tool, owner });
}

function tooMuch(): Fault {
	return { file: "", reason: "The catalog is too large for a laptop; this script was left out." };
}
