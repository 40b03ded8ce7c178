import type { AddressInfo } from "node:net";
import { CairnError } from "@cairn/kernel";
import { createFakeClock, type FakeClock } from "@cairn/kernel/testing";
import { leftOutOf, type Toolset } from "@cairn/operations";
import { createHttpDoor } from "@cairn/operations/http-door";
import { openStore, type Store, type StorePlace } from "@cairn/store";
import { makeTemporaryPlace } from "@cairn/store/testing";
import { serve } from "@hono/node-server";
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
	const remote = way === "remote" ? await serveRemote(local) : undefined;
	const toolset = remote?.toolset ?? local;
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
		async fail(operation, input = {}) {
			const answer = await toolset.call(operation, input).catch((error: unknown) => error);
			if (answer instanceof CairnError) return answer;
			throw new Error(
				`${operation} should have failed, but gave ${JSON.stringify(answer) ?? String(answer)}`,
			);
		},
		async [Symbol.asyncDispose]() {
			await remote?.close();
			await store.close();
			await temporary[Symbol.asyncDispose]();
		},
	};
	return claims;
}

async function serveRemote(local: Toolset) {
	const onDefect = ({ error }: { error: unknown }) => {
		throw error;
	};
	const app = createHttpDoor({ toolsets: [local], onDefect });
	const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
	await new Promise((resolve) => server.once("listening", resolve));
	const { port } = server.address() as AddressInfo;
	return {
		toolset: createRemoteClaims({ url: `http://127.0.0.1:${port}` }),
		close: () => new Promise((resolve) => server.close(resolve)),
	};
}
