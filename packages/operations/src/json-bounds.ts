/**
 * How deep the JSON that callers send may nest. Arguments nest a handful of levels; parsing millions of them blocks the
 * process for seconds.
 */
const MAX_JSON_DEPTH = 64;

/** How many keys its objects may have together, and how many values it may hold: those cost as much by their number. */
const MAX_JSON_KEYS = 20_000;
const MAX_JSON_VALUES = 200_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Which bound JSON in UTF-8 exceeds, as words for a sentence about it: by one look at each byte and without parsing it. */
export function exceededBound(json: Uint8Array): string | undefined {
	if (
		hasAtMost(json, MAX_JSON_DEPTH, [OPEN_BRACKET, OPEN_BRACE]) &&
		hasAtMost(json, MAX_JSON_KEYS, [COLON]) &&
		hasAtMost(json, MAX_JSON_VALUES - MAX_JSON_DEPTH, [COMMA])
	)
		return undefined;
	let depth = 0;
	let keys = 0;
	let values = 0;
	for (let index = 0; index < json.length; index++) {
		const byte = json[index];
		if (byte === QUOTE) index = endOfString(json, index + 1);
		else if (byte === COMMA) values++;
		else if (byte === COLON) keys++;
		else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
			depth++;
			values++;
		} else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) depth--;
		if (depth > MAX_JSON_DEPTH) return `nests more than ${MAX_JSON_DEPTH} levels deep`;
		if (keys > MAX_JSON_KEYS) return `has more than ${MAX_JSON_KEYS} keys`;
		if (values > MAX_JSON_VALUES) return `holds more than ${MAX_JSON_VALUES} values`;
	}
	return undefined;
}

/** Whether there are so few of some bytes, also in strings, that no bound can be exceeded; for most texts a much faster look. */
function hasAtMost(json: Uint8Array, limit: number, bytes: readonly number[]): boolean {
	let count = 0;
	for (const byte of bytes) {
		for (let at = json.indexOf(byte); at !== -1; at = json.indexOf(byte, at + 1)) {
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
