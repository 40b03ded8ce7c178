/** Deeper than anything in a catalog; a stranger's JSON must not use up the stack. */
const MAX_DEPTH = 32;

/**
 * The one text of a JSON value that is the same for everyone: keys sorted by code unit, no spaces, numbers and strings
 * as JSON.stringify writes them. What signatures are made over.
 * @throws RangeError for a value that is nested too deeply, TypeError for what JSON can't hold.
 */
export function canonicalJson(value: unknown, depth = 0): string {
	if (depth > MAX_DEPTH) throw new RangeError("The value is nested too deeply.");
	if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, depth + 1)).join(",")}]`;
	if (typeof value === "object" && value !== null) return object(value, depth);
	const text = JSON.stringify(value);
	if (text === undefined || (typeof value === "number" && !Number.isFinite(value))) {
		throw new TypeError("The value can't be written as JSON.");
	}
	return text;
}

function object(value: object, depth: number): string {
	const members = Object.entries(value)
		.filter(([, member]) => member !== undefined)
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member, depth + 1)}`);
	return `{${members.join(",")}}`;
}
