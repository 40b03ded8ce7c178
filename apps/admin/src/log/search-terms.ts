/** One thing that an entry must hold, or must not. */
export interface SearchTerm {
	/** Looked for anywhere in the entry as it was written. */
	readonly text: string;
	/** Looked for as a member of an entry that is a JSON object as well. */
	readonly field?: { readonly name: string; readonly value: string };
	readonly excluded: boolean;
}

/** More terms than anybody types; those after them are ignored. */
const MAX_TERMS = 12;
const TOKEN = /(?:"[^"]*"?|[^\s"])+/g;
const FIELD = /^([^\s":]+):(.+)$/s;

/**
 * The terms of a search, all of which must hold: words; `"several words"` in this order; `name:value` for a member of a JSON
 * entry; each with a `-` before it for what must not be there.
 */
export function parseSearch(search: string): SearchTerm[] {
	const tokens = search.normalize("NFC").match(TOKEN) ?? [];
	return tokens.slice(0, MAX_TERMS).flatMap(parseToken);
}

function parseToken(token: string): SearchTerm[] {
	const excluded = token.startsWith("-") && token.length > 1;
	const wanted = excluded ? token.slice(1) : token;
	const text = unquote(wanted);
	if (text === "") return [];
	const [, name, value] = FIELD.exec(wanted) ?? [];
	const field = name === undefined || value === undefined ? undefined : { name, value: unquote(value) };
	return [{ text, excluded, ...(field !== undefined && { field }) }];
}

function unquote(token: string): string {
	return token.replaceAll('"', "");
}
