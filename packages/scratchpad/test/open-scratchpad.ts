import { CairnError, type Caller } from "@cairn/kernel";
import { createFakeClock, type FakeClock } from "@cairn/kernel/testing";
import type { CallRequest, Toolset } from "@cairn/operations";
import { failureOf, serveToolset } from "@cairn/operations/testing";
import { openStore, type Store, type StorePlace } from "@cairn/store";
import { makeTemporaryPlace } from "@cairn/store/testing";
import { createRemoteScratchpad, createScratchpadToolset, type Summarizer } from "../src/index.ts";

/** A scratchpad on a fresh store, reached in one of the ways in which programs reach it. */
export interface OpenScratchpad extends AsyncDisposable {
	readonly toolset: Toolset;
	readonly store: Store;
	readonly place: StorePlace;
	readonly clock: FakeClock;
	/** Calls an operation; its answer is read as JSON, as every door sends it. */
	call(operation: string, input: Record<string, unknown>): Promise<Answer>;
	/** Calls in the name of whoever a door knew, on the store itself. */
	as(caller: Caller): Pick<OpenScratchpad, "call">;
	/** Calls an operation that must fail, and gives its error. */
	fail(operation: string, input: Record<string, unknown>): Promise<CairnError>;
}

/** The fields of all answers, as tests read them; a test checks whole answers by their value. */
export interface Answer {
	readonly version: number;
	readonly current_version: number;
	readonly content: string;
	readonly diff: ReadonlyArray<{ op: "equal" | "remove" | "add"; lines: string[]; elided?: number }>;
	readonly files: ReadonlyArray<{ path: string; current_version: number; bytes: number }>;
	readonly logs: ReadonlyArray<{ path: string; entries: number; bytes: number }>;
	readonly entries: ReadonlyArray<{ entry_id: number; entry: string }>;
	readonly count: number;
	readonly next_cursor: string | null;
	readonly total: number;
	readonly last_entry_id: number;
	readonly has_more: boolean;
	readonly summary: string;
	readonly cached: boolean;
	readonly total_bytes: number;
	readonly file_count: number;
	readonly log_count: number;
	readonly total_operations: number;
	readonly bytes_saved: number;
}

export type Way = "local" | "remote";

export interface OpenOptions {
	readonly way?: Way;
	readonly summarizer?: Summarizer;
}

const noSummarizer: Summarizer = {
	summarize: async () => {
		throw new CairnError("invalid_input", "this test has no summarizer");
	},
};

export async function openScratchpad({ way = "local", summarizer = noSummarizer }: OpenOptions = {}) {
	const temporary = await makeTemporaryPlace();
	const store = await openStore(temporary.place);
	const clock = createFakeClock();
	const local = createScratchpadToolset({ provide: async () => ({ store, clock, summarizer }) });
	const server = way === "remote" ? await serveToolset(local) : undefined;
	const toolset =
		server === undefined
			? local
			: createRemoteScratchpad({ server: { url: server.url }, client: { summarizer } });
	const call = async (operation: string, input: Record<string, unknown>): Promise<Answer> =>
		JSON.parse(JSON.stringify(await toolset.call(operation, input)));
	const callAs = async (caller: Caller, operation: string, input: Record<string, unknown>) => {
		const access = { caller, authorize: async (request: CallRequest) => request };
		return JSON.parse(JSON.stringify(await local.call(operation, input, { access })));
	};
	const scratchpad: OpenScratchpad = {
		toolset,
		store,
		place: temporary.place,
		clock,
		call,
		as: (caller) => ({ call: (operation, input) => callAs(caller, operation, input) }),
		fail: (operation, input) => failureOf(call(operation, input)),
		async [Symbol.asyncDispose]() {
			await server?.close();
			await store.close();
			await temporary[Symbol.asyncDispose]();
		},
	};
	return scratchpad;
}
