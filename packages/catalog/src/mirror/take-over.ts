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
import { type EntryResult, type InstallOptions, installEntry, readInstalled } from "./install-entry.ts";

/** A script that is here, and the signed snapshot that vouches for it. */
export interface Held {
	readonly script: InstalledScript;
	readonly snapshot: unknown;
}

export interface TakeOverOptions extends Omit<InstallOptions, "before"> {
	/** The snapshot as it was received. */
	readonly raw: unknown;
	readonly held: ReadonlyMap<string, Held>;
	/** Scripts whose files are not as they must be. */
	readonly damaged: ReadonlySet<string>;
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
/** How many scripts are fetched at the same time, so that a slow one doesn't hold up the others. */
const AT_ONCE = 3;
/** After this time what is settled doesn't wait for the rest any longer, milliseconds; then after twice that, and so on. */
const PART_MS = 1000;

/**
 * Fetches what changed. A script that can't be had keeps the version that is here; the others don't wait for it, nor for
 * one that takes long.
 */
export async function takeOver(snapshot: TrustedSnapshot, options: TakeOverOptions): Promise<Batch> {
	const results = new Map<string, EntryResult>();
	const stop = new AbortController();
	const fetching = fetchAll(affordable(snapshot, results), { results, options, signal: stop.signal });
	try {
		for (let pauseMs = PART_MS; await outlasts(fetching, pauseMs); pauseMs *= 2)
			await options.onPart(settle(snapshot, { results, options, failure: undefined }));
	} catch (error) {
		stop.abort();
		await fetching.catch(() => {});
		throw error;
	}
	return settle(snapshot, { results, options, failure: await fetching });
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
	let defect = false;
	const queue = entries.values();
	const fetchNext = async () => {
		for (const entry of queue) {
			if (signal.aborted || defect || away >= PATIENCE) return;
			const result = await install(entry, options).catch((error: unknown) => {
				defect = true;
				throw error;
			});
			results.set(entry.name, result);
			if (!("failure" in result)) continue;
			failure ??= result.failure;
			away = result.away ? away + 1 : 0;
		}
	};
	for (const end of await Promise.allSettled(Array.from({ length: AT_ONCE }, fetchNext)))
		if (end.status === "rejected") throw end.reason;
	return failure;
}

async function outlasts(task: Promise<unknown>, ms: number): Promise<boolean> {
	const over = new AbortController();
	try {
		return await Promise.race([task.then(() => false), wait(ms, true, { signal: over.signal, ref: false })]);
	} finally {
		over.abort();
	}
}

type Attempt = EntryResult & { readonly failure?: unknown; readonly away?: boolean };

async function install(entry: Entry, options: TakeOverOptions): Promise<Attempt> {
	const before = options.held.get(entry.name)?.script;
	try {
		if (before?.digest === scriptDigest(entry) && !options.damaged.has(entry.name))
			return await readInstalled(entry, options);
		return await installEntry(entry, { ...options, before });
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
	if (owner !== undefined) return duplicateFault(owner);
	return result !== undefined && "fault" in result ? result.fault : undefined;
}

function tooMuch(): Fault {
	return { file: "", reason: "The catalog is too large for a laptop; this script was left out." };
}
