/** What a value of JSON holds by its keys, whatever that is. */
export type Fields = { readonly [key: string]: unknown };

/** The object that a JSON text holds; undefined for anything else. */
export function parseObject(json: string | undefined): Fields | undefined {
	if (json === undefined) return undefined;
	try {
		return object(JSON.parse(json.replace(/^\uFEFF/, "")));
	} catch {
		return undefined;
	}
}

export function object(value: unknown): Fields | undefined {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** A text with something in it. */
export function text(value: unknown): string | undefined {
	return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

export function list(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}
