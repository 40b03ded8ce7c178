import { LIMITS } from "@cairn/scratchpad";

/** What a token may allow in each toolset, least first; what it allows includes what stands before it. */
export const LEVELS = {
	scratchpad: ["none", "read", "append", "write"],
	claims: ["none", "read", "append", "write"],
	catalog: ["none", "run"],
	convert: ["none", "run"],
} as const;

export type Toolset = keyof typeof LEVELS;
export type Level = (typeof LEVELS)[Toolset][number];

export const TOOLSETS = Object.keys(LEVELS) as Toolset[];

const DAY_MS = 86_400_000;

/** How long a token may work, milliseconds; without end for `never`. */
export const LIFETIMES_MS = {
	never: undefined,
	d30: 30 * DAY_MS,
	d90: 90 * DAY_MS,
	d365: 365 * DAY_MS,
} as const;

/** How long a token's old secret goes on working once it has a new one, milliseconds. */
export const OVERLAPS_MS = { none: 0, h1: DAY_MS / 24, d1: DAY_MS, d7: 7 * DAY_MS } as const;

export const LABEL_CHARACTERS = 80;
const AGENT_ID = /^[a-zA-Z0-9_-]+$/;

/** The form of a token, as it was typed. */
export interface TokenFields {
	agent: string;
	label: string;
	lifetime: string;
	levels: Readonly<Record<Toolset, string>>;
}

export type TokenField = "agent" | "name" | "scopes" | "choice";

/** What the form asks for, once it is known to be right. */
export interface TokenOrder {
	agentId: string;
	label: string;
	scopes: readonly TokenScope[];
	lifetimeMs: number | undefined;
}

export type TokenScope = `${Toolset}:${Exclude<Level, "none">}`;

/** A new token: everything, until it is revoked. */
export function newTokenFields(agent: string, label: string): TokenFields {
	const levels = { scratchpad: "write", claims: "write", catalog: "run", convert: "run" };
	return { agent, label, lifetime: "never", levels };
}

export function readTokenFields(form: Readonly<Record<string, unknown>>): TokenFields {
	const text = (name: string) => {
		const value = form[name];
		return typeof value === "string" ? value.trim() : "";
	};
	const levels = { scratchpad: "", claims: "", catalog: "", convert: "" };
	for (const toolset of TOOLSETS) levels[toolset] = text(toolset);
	return { agent: text("agent"), label: text("label"), lifetime: text("lifetime"), levels };
}

/** What a form orders, or the first field of it that is wrong. */
export function tokenOrder(fields: TokenFields): TokenOrder | { wrong: TokenField } {
	const { agent, label, lifetime, levels } = fields;
	if (!AGENT_ID.test(agent) || agent.length > LIMITS.agentIdCharacters) return { wrong: "agent" };
	if (label === "" || label.length > LABEL_CHARACTERS) return { wrong: "name" };
	if (!Object.hasOwn(LIFETIMES_MS, lifetime)) return { wrong: "choice" };
	const scopes: TokenScope[] = [];
	for (const toolset of TOOLSETS) {
		const level = LEVELS[toolset].find((known) => known === levels[toolset]);
		if (level === undefined) return { wrong: "choice" };
		if (level !== "none") scopes.push(`${toolset}:${level}`);
	}
	if (scopes.length === 0) return { wrong: "scopes" };
	const lifetimeMs = LIFETIMES_MS[lifetime as keyof typeof LIFETIMES_MS];
	return { agentId: agent, label, scopes, lifetimeMs };
}
