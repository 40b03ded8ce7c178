import { CairnError } from "@cairn/kernel";
import type { Access } from "@cairn/operations";

/** What a token can be let into. Catalog: the scripts of the server and the records of their runs. */
export const SCOPE_AREAS = ["scratchpad", "claims", "catalog", "convert"] as const;

export type ScopeArea = (typeof SCOPE_AREAS)[number];

export type Scope = `${ScopeArea}:${Access}`;

/** The scopes that mean something: nothing is written in the convert service, and memory is never run. */
export const SCOPES = [
	"scratchpad:read",
	"scratchpad:append",
	"scratchpad:write",
	"claims:read",
	"claims:append",
	"claims:write",
	"catalog:read",
	"catalog:run",
	"convert:run",
] as const satisfies readonly Scope[];

/** What an agent's token can do unless told: everything that agents do. */
export const AGENT_SCOPES: readonly Scope[] = [
	"scratchpad:write",
	"claims:write",
	"catalog:run",
	"convert:run",
];

/** Which scopes of an area let a caller do something there, weakest first: write includes append, append includes read. */
const GRANTED_BY: Readonly<Record<Access, readonly Access[]>> = {
	read: ["read", "append", "write"],
	append: ["append", "write"],
	write: ["write"],
	run: ["run"],
};

/** To run scripts is to read the catalog before, and to report the runs after. */
const GRANTED_BY_IN_CATALOG: Readonly<Record<Access, readonly Access[]>> = {
	...GRANTED_BY,
	read: ["read", "run"],
	append: ["run"],
};

/** The areas of toolsets that are called otherwise than their area. */
const AREA_OF_TOOLSET: Readonly<Record<string, ScopeArea>> = {
	scratchpad: "scratchpad",
	claims: "claims",
	catalog: "catalog",
	scripts: "catalog",
	convert: "convert",
};

/** The scopes any of which lets a caller into a toolset, weakest first; none for a toolset that tokens don't reach. */
export function scopesFor(toolset: string, access: Access): readonly Scope[] {
	const area = Object.hasOwn(AREA_OF_TOOLSET, toolset) ? AREA_OF_TOOLSET[toolset] : undefined;
	if (area === undefined) return [];
	const granted = area === "catalog" ? GRANTED_BY_IN_CATALOG : GRANTED_BY;
	return granted[access].map((each): Scope => `${area}:${each}`);
}

/**
 * Reads scopes from a form, a command or the store.
 * @throws CairnError `invalid_input` for a word that is none, or for no scope at all.
 */
export function parseScopes(words: readonly string[]): ReadonlySet<Scope> {
	const scopes = new Set(words.filter(isScope));
	const odd = words.find((word) => !isScope(word));
	if (odd !== undefined || scopes.size === 0) {
		throw new CairnError(
			"invalid_input",
			`Choose one or more scopes of ${SCOPES.join(", ")}${odd === undefined ? "" : `; there is no other`}.`,
			{ argument: "scopes" },
		);
	}
	return scopes;
}

function isScope(word: string): word is (typeof SCOPES)[number] {
	return SCOPES.some((scope) => scope === word);
}
