/** One member of a JSON entry. Values that are no text show as compact JSON. */
export interface EntryField {
	name: string;
	value: string;
	isText: boolean;
}

/** A log entry for the eye: a JSON object as its fields, its message first; anything else as text. */
export type ShownEntry =
	| { kind: "fields"; message: EntryField | undefined; fields: EntryField[] }
	| { kind: "text"; text: string };

/** The members that programs put what they say into, the likeliest first. */
const MESSAGES = ["message", "msg", "text", "title", "event", "summary"];

/** Beyond this many fields an entry is easier to read as it was written. */
const MAX_FIELDS = 40;

export function showEntry(entry: string): ShownEntry {
	const value = entry.trimStart().startsWith("{") ? parseJson(entry) : undefined;
	if (typeof value !== "object" || value === null || Array.isArray(value))
		return { kind: "text", text: entry };
	const members = Object.entries(value);
	if (members.length === 0 || members.length > MAX_FIELDS) return { kind: "text", text: entry };
	const fields = members.map(([name, member]) => fieldOf(name, member));
	const message = MESSAGES.flatMap(
		(name) => fields.find((field) => field.name === name && field.isText) ?? [],
	)[0];
	return { kind: "fields", message, fields: fields.filter((field) => field !== message) };
}

function fieldOf(name: string, member: unknown): EntryField {
	if (typeof member === "string") return { name, value: member, isText: true };
	return { name, value: JSON.stringify(member), isText: false };
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
