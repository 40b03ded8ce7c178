const MAX_NAMES = 20;
const MAX_NAME_CHARACTERS = 40;

/**
 * What was given, without its values: names, types and sizes as JSON, such as `{"path":"string 12","tags":"array 3"}`.
 * Bounded, since a caller makes up the names too; what lies deeper than one level is only counted.
 */
export function shapeOf(input: unknown): string {
	if (!isRecord(input)) return JSON.stringify(typeOf(input));
	const entries = Object.entries(input);
	const shown = entries.slice(0, MAX_NAMES).map(([name, value]) => [shorten(name), typeOf(value)]);
	if (entries.length > MAX_NAMES) shown.push(["…", `${entries.length - MAX_NAMES} more`]);
	return JSON.stringify(Object.fromEntries(shown));
}

/** The type of a value, with its size where it has one: bytes of a text, entries of an array or object. */
function typeOf(value: unknown): string {
	if (value === null || value === undefined) return "null";
	if (typeof value === "string") return `string ${Buffer.byteLength(value, "utf8")}`;
	if (Array.isArray(value)) return `array ${value.length}`;
	if (isRecord(value)) return `object ${Object.keys(value).length}`;
	return typeof value;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function shorten(name: string): string {
	const whole = name.toWellFormed();
	return whole.length <= MAX_NAME_CHARACTERS
		? whole
		: `${whole.slice(0, MAX_NAME_CHARACTERS).toWellFormed()}…`;
}
