import { leftOutOf } from "@cairn/operations";
import { type OpenAdmin, type OpenAdminOptions, openAdmin } from "./open-admin.ts";

export const DAY = 86_400_000;

export interface OpenClaims extends AsyncDisposable {
	admin: OpenAdmin;
	/** Moves the clock on. */
	advance(milliseconds: number): void;
	now(): number;
	/** Calls an operation as an agent. */
	call(operation: string, input?: Record<string, unknown>, agent?: string): Promise<unknown>;
	/** Asserts a claim as an agent; gives its id. */
	add(claim: Record<string, unknown>, agent?: string): Promise<string>;
	/** All that an operation lists, over all its pages. */
	all(operation: string, input?: Record<string, unknown>): Promise<unknown[]>;
	/** The text of a page. */
	text(path: string, headers?: Record<string, string>): Promise<string>;
	/** Sends a form of our own. */
	post(path: string, form: Record<string, string> | [string, string][]): Promise<Response>;
}

/** The app over a store with claims, at a clock that stands still. */
export async function openClaims(options: OpenAdminOptions = {}): Promise<OpenClaims> {
	// Noon where the tests run, so that its day is the same for the pages, which show that of the place.
	let now = new Date(2026, 2, 3, 12).getTime();
	const admin = await openAdmin({ clock: { now: () => now }, ...options });
	const tools = admin.services.claimTools;
	const call = (operation: string, input: Record<string, unknown> = {}, agent = "claude-laptop") =>
		tools.call(operation, input, { agent });
	return {
		admin,
		advance: (milliseconds) => {
			now += milliseconds;
		},
		now: () => now,
		call,
		add: async (claim, agent) => idOf(await call("claim_add", aClaim(claim), agent)),
		all: async (operation, input = {}) => {
			const items: unknown[] = [];
			for (let cursor: string | undefined; ; ) {
				const answer = await tools.call(operation, { ...input, ...(cursor !== undefined && { cursor }) });
				items.push(...JSON.parse(JSON.stringify(answer)));
				cursor = leftOutOf(answer)?.nextCursor;
				if (cursor === undefined) return items;
			}
		},
		text: async (path, headers) => (await admin.get(path, headers)).text(),
		post: async (path, form) =>
			admin.request(path, {
				method: "POST",
				body: new URLSearchParams(form),
				headers: { "Sec-Fetch-Site": "same-origin" },
			}),
		[Symbol.asyncDispose]: () => admin[Symbol.asyncDispose](),
	};
}

/** A claim with whatever a test says about it. */
function aClaim(overrides: Record<string, unknown>): Record<string, unknown> {
	return {
		claim: "it holds",
		entity: "nas",
		kind: "fact",
		volatility: "slow",
		confidence: 0.8,
		...overrides,
	};
}

function idOf(answer: unknown): string {
	if (typeof answer === "object" && answer !== null && "id" in answer) return String(answer.id);
	throw new Error("the operation gave no claim");
}

/** The ids of the claims that a page lists, in their order. */
export function listedIds(html: string): string[] {
	return [...html.matchAll(/<tr id="(cl_[0-9a-f]+)"/g)].map(([, id = ""]) => id);
}

/** The pages of a list from an address on, as long as there is a next one. */
export async function pagesFrom(claims: OpenClaims, address: string): Promise<string[]> {
	const pages: string[] = [];
	for (let next: string | undefined = address; next !== undefined; ) {
		const html = await claims.text(next);
		pages.push(html);
		next = /href="([^"]*)" rel="next"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
	}
	return pages;
}
