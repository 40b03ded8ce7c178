import type { Catalog } from "@cairn/catalog/server";
import { createClaimsReader, DAY_MS } from "@cairn/claims";
import { promptTerms } from "@cairn/discovery";
import { createRoutineBook, holdsIn } from "@cairn/discovery/routines";
import type { Clock } from "@cairn/kernel";
import type { Logger } from "@cairn/kernel/logger";
import type { Store } from "@cairn/store";
import { ClaimIndex, type FoundClaim } from "./claim-index.ts";
import type { DiscoverInput } from "./discover-input.ts";
import { type FoundTool, ScriptIndex } from "./script-index.ts";

/** How long a prompt waits for claims that are still being indexed after a start, milliseconds; then it goes without. */
const FILLING_MS = 1_500;
/** From here on a claim counts as stale. */
const STALE = 0.5;
const KEYWORDS = 12;

/** A claim that fits a prompt. */
export interface Knowledge {
	/** The claim's kind. */
	readonly type: string;
	/** The entity that it is about. */
	readonly name: string;
	/** What it says. */
	readonly summary: string;
	readonly id: string;
	/** What is left of its confidence now, 0 to 1. */
	readonly confidence: number;
	/** Whole days since it was asserted or confirmed last. */
	readonly age_days: number;
	/** Whether it has lost half of its confidence. */
	readonly stale: boolean;
}

/** What an agent is told with a prompt. */
export interface Discovered {
	readonly tools: readonly FoundTool[];
	readonly knowledge: readonly Knowledge[];
	/** Cairn keeps none; the field is part of the answer's shape. */
	readonly playbooks: readonly [];
	readonly routines: readonly { readonly id: string; readonly name: string; readonly summary: string }[];
	/** The words of the prompt that scripts or claims hold. */
	readonly keywords: readonly string[];
}

export interface Discovery {
	discover(input: DiscoverInput): Promise<Discovered>;
	/** Begins to read claims, in small steps, and follows them until the signal fires. */
	follow(signal: AbortSignal): void;
	/** Lets go of the catalog. */
	close(): void;
}

export interface DiscoveryOptions {
	readonly store: Store;
	readonly clock: Clock;
	readonly logger: Logger;
	/** Calls back with the catalog as it is, and with each that follows; gives what ends that. */
	readonly watchCatalog: (onChange: (catalog: Catalog) => void) => () => void;
}

/** Finds what fits a prompt: the owner's routines, scripts of the catalog, claims. */
export function createDiscovery({ store, clock, logger, watchCatalog }: DiscoveryOptions): Discovery {
	const scripts = new ScriptIndex();
	const claims = new ClaimIndex({ store, reader: createClaimsReader(store), logger });
	const routines = createRoutineBook({ store, clock });
	const close = watchCatalog((catalog) => scripts.update(catalog));
	return {
		close,
		follow: (signal) => claims.follow(signal),
		async discover({ prompt, context, max_hits: limit }) {
			const terms = promptTerms(prompt);
			await claims.waitUntilFilled(FILLING_MS);
			const at = clock.now();
			const found = await claims.find(terms, { limit, at });
			return {
				tools: scripts.find(terms, limit),
				knowledge: found.map((one) => knowledgeOf(one, at)),
				playbooks: [],
				routines: (await routines.list())
					.filter(holdsIn(context))
					.map(({ id, name, text }) => ({ id, name, summary: text })),
				keywords: terms
					.filter(({ key }) => scripts.knows(key) || claims.knows(key))
					.slice(0, KEYWORDS)
					.map(({ word }) => word),
			};
		},
	};
}

function knowledgeOf({ claim }: FoundClaim, at: number): Knowledge {
	return {
		type: claim.kind,
		name: claim.entity,
		summary: claim.claim,
		id: claim.id,
		confidence: Math.round(claim.decayed * 100) / 100,
		age_days: Math.max(0, Math.floor((at - claim.since) / DAY_MS)),
		stale: claim.staleness >= STALE,
	};
}
