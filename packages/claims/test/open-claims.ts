import type { CairnError } from "@cairn/kernel";
import { createFakeClock, type FakeClock } from "@cairn/kernel/testing";
import { leftOutOf, type Toolset } from "@cairn/operations";
import { failureOf, serveToolset } from "@cairn/operations/testing";
import { openStore, type Store, type StorePlace } from "@cairn/store";
import { makeTemporaryPlace } from "@cairn/store/testing";
import { createClaimsToolset, createRemoteClaims } from "../src/index.ts";

export type Way = "local" | "remote";

/** Claims on a fresh store, reached in one of the ways in which programs reach them. */
export interface OpenClaims extends AsyncDisposable {
	readonly toolset: Toolset;
	readonly store: Store;
	readonly place: StorePlace;
	readonly clock: FakeClock;
	/** Calls an operation as an agent; its answer is read as JSON, as every door sends it. */
	call<Answer>(operation: string, input?: Record<string, unknown>, agent?: string): Promise<Answer>;
	/** Calls an operation that gives a list, and gives all its pages. */
	pages<Item>(operation: string, input?: Record<string, unknown>): Promise<Page<Item>[]>;
	/** Calls an operation that must fail, and gives its error. */
	fail(operation: string, input?: Record<string, unknown>): Promise<CairnError>;
}

export interface Page<Item> {
	readonly items: Item[];
	readonly remaining: number | undefined;
}

export interface ClaimAnswer {
	readonly id: string;
	readonly claim: string;
	readonly entity: string;
	readonly kind: string;
	readonly confidence: number;
	readonly assertedRank: number | null;
	readonly evidence: string[];
	readonly lastConfirmed: string | null;
	readonly state: string;
}

export interface ContradictionAnswer {
	readonly kind: string;
	readonly entity: string;
	readonly claimId: string;
	readonly severity: number;
	readonly detail: string;
}

/** A claim with whatever a test says about it. */
export function aClaim(overrides: Record<string, unknown> = {}): Record<string, unknown> {
	return {
		claim: "acme comes first",
		entity: "acme",
		kind: "fact",
		volatility: "slow",
		confidence: 0.8,
		...overrides,
	};
}

export async function openClaims(way: Way = "local"): Promise<OpenClaims> {
	const temporary = await makeTemporaryPlace();
	const store = await openStore(temporary.place);
	const clock = createFakeClock();
	const local = createClaimsToolset({ provide: async () => ({ store, clock }) });
	const server = way === "remote" ? await serveToolset(local) : undefined;
	const toolset = server === undefined ? local : createRemoteClaims({ url: server.url });
	const read = (answer: unknown) => JSON.parse(JSON.stringify(answer));
	const claims: OpenClaims = {
		toolset,
		store,
		place: temporary.place,
		clock,
		call: async (operation, input = {}, agent = "tester") =>
			read(await toolset.call(operation, input, { agent })),
		async pages(operation, input = {}) {
			const pages = [];
			for (let cursor: string | undefined; ; ) {
				const answer = await toolset.call(operation, { ...input, ...(cursor !== undefined && { cursor }) });
				const leftOut = leftOutOf(answer);
				pages.push({ items: read(answer), remaining: leftOut?.remaining });
				cursor = leftOut?.nextCursor;
				if (cursor === undefined) return pages;
			}
		},
		fail: (operation, input = {}) => failureOf(toolset.call(operation, input)),
		async [Symbol.asyncDispose]() {
			await server?.close();
			await store.close();
			await temporary[Symbol.asyncDispose]();
		},
	};
	return claims;
}
