/**
 * How deep the JSON that callers send may nest. Arguments nest a handful of levels; parsing millions of them blocks the
 * process for seconds.
 */
export const MAX_JSON_DEPTH = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Whether JSON in UTF-8 nests deeper than a limit, by one look at each byte and without parsing it. */
export function nestsDeeper(json: Uint8Array, limit: number): boolean {
	if (opensAtMost(json, limit)) return false;
	let depth = 0;
	for (let index = 0; index < json.length; index++) {
		const byte = json[index];
		if (byte === QUOTE) index = endOfString(json, index + 1);
		else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
			depth++;
			if (depth > limit) return true;
		} else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) depth--;
	}
	return false;
}

/** Whether there are so few brackets, also in strings, that nothing can nest deeper; for most texts a much faster look. */
function opensAtMost(json: Uint8Array, limit: number): boolean {
	let count = 0;
	for (const opening of [OPEN_BRACKET, OPEN_BRACE]) {
		for (let at = json.indexOf(opening); at !== -1; at = json.indexOf(opening, at + 1)) {
			if (++count > limit) return false;
		}
	}
	return true;
}

/** The index of the quote that ends a string. */
function endOfString(json: Uint8Array, start: number): number {
	let index = start;
	while (index < json.length && json[index] !== QUOTE) index += json[index] === BACKSLASH ? 2 : 1;
	return index;
}
