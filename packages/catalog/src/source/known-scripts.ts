import { duplicateFault, type Fault, type ScriptState } from "../assemble-catalog.ts";
import { type Claim, claimToolNames } from "../claim-tool-names.ts";
import type { VersionStore } from "../versions/version-store.ts";
import type { Evaluation } from "./evaluate-script.ts";
import type { Listing } from "./list-files.ts";

export interface KnownScript extends ScriptState {
	/** The fingerprint of the listing that the state comes from. */
	readonly seen: string;
	readonly outward: readonly string[];
	/** The tool name that it can't have, and who had it. */
	readonly blocked: { readonly tool: string; readonly owner: string } | undefined;
}

export interface Evaluated {
	readonly listing: Listing;
	readonly evaluation: Evaluation;
}

/** What is known of each script of a folder, from the last time that it was read. */
export class KnownScripts {
	readonly #store: VersionStore;
	readonly #scripts = new Map<string, KnownScript>();

	/** @param store is told which versions were replaced. */
	constructor(store: VersionStore) {
		this.#store = store;
	}

	all(): ReadonlyMap<string, KnownScript> {
		return this.#scripts;
	}

	get(name: string): KnownScript | undefined {
		return this.#scripts.get(name);
	}

	/** Takes over what was read of some scripts, each under its tool name unless another has that. */
	async take(evaluated: ReadonlyMap<string, Evaluated>): Promise<void> {
		const refused = claimToolNames(this.#settledOwners(evaluated), this.#claims(evaluated));
		for (const [name, { listing, evaluation }] of evaluated) {
			await this.#remember(name, { listing, evaluation, owner: refused.get(name) });
		}
	}

	#settledOwners(changing: ReadonlyMap<string, unknown>): ReadonlyMap<string, string> {
		const owners = new Map<string, string>();
		for (const [dir, { good }] of this.#scripts) {
			if (good !== undefined && !changing.has(dir)) owners.set(good.manifest.name, dir);
		}
		return owners;
	}

	#claims(evaluated: ReadonlyMap<string, Evaluated>): readonly Claim[] {
		return [...evaluated].flatMap(([dir, { evaluation }]) => {
			const before = this.#scripts.get(dir)?.good?.manifest.name;
			const tool = "script" in evaluation ? evaluation.script.manifest.name : before;
			return tool === undefined ? [] : { dir, tool, before };
		});
	}

	async #remember(
		name: string,
		{ listing, evaluation, owner }: Evaluated & { owner: string | undefined },
	): Promise<void> {
		if ("unsettled" in evaluation) return;
		const before = this.#scripts.get(name)?.good;
		const wanted = "script" in evaluation ? evaluation : undefined;
		const good = owner === undefined ? (wanted?.script ?? before) : before;
		if (before !== undefined && before.digest !== good?.digest) await this.#store.retire(before);
		this.#scripts.set(name, {
			good,
			fault: faultOf(evaluation, owner),
			notes: [...listing.notes, ...(wanted === undefined || owner !== undefined ? [] : wanted.notices)],
			outward: listing.outward,
			seen: "passing" in evaluation ? "" : listing.fingerprint,
			blocked:
				owner === undefined || wanted === undefined
					? undefined
					: { tool: wanted.script.manifest.name, owner },
		});
	}

	async forget(name: string): Promise<void> {
		const good = this.#scripts.get(name)?.good;
		if (good !== undefined) await this.#store.retire(good);
		this.#scripts.delete(name);
	}
}

function faultOf(evaluation: Evaluation, owner: string | undefined): Fault | undefined {
	if (owner === undefined) return "fault" in evaluation ? evaluation.fault : undefined;
	const wanted = "script" in evaluation ? evaluation : undefined;
	return duplicateFault({ tool: wanted?.script.manifest.name, owner, line: wanted?.nameLine });
}
