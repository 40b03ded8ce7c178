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

/**
 * Fetches what changed. A script that can't be had keeps the version that is here; the others don't wait for it.
 */
export async function takeOver(snapshot: TrustedSnapshot, options: TakeOverOptions): Promise<Batch> {
	const results = new Map<string, EntryResult>();
	const seen = new Set<string>();
	let failure: unknown;
	let away = 0;
	let bytes = 0;
	for (const entry of snapshot.scripts) {
		bytes += sizeOf(entry);
		if (seen.has(entry.name)) continue;
		seen.add(entry.name);
		if (bytes > LIMITS.catalogBytes) results.set(entry.name, { fault: tooMuch() });
		else if (away < PATIENCE) {
			const result = await install(entry, options);
			results.set(entry.name, result);
			if (!("failure" in result)) continue;
			failure ??= result.failure;
			away = result.away ? away + 1 : 0;
		}
	}
	return settle(snapshot, { results, options, failure });
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
	const claims = [...results].flatMap(([dir, result]) => {
		const before = options.held.get(dir)?.script.manifest.name;
		const tool = "script" in result ? result.script.manifest.name : before;
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
