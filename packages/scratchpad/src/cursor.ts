import { CairnError } from "@cairn/kernel";

/** An opaque place in a list by path: the page after it starts behind this path of the same prefix. */
export function encodeCursor(prefix: string, lastPath: string): string {
	return Buffer.from(JSON.stringify([prefix, lastPath]), "utf8").toString("base64url");
}

/**
 * The path after which the next page starts; "" without a cursor.
 * @throws CairnError `invalid_input` for a cursor that is none, or comes from a list of another prefix.
 */
export function decodeCursor(prefix: string, cursor: string | undefined): string {
	if (cursor === undefined) return "";
	const lastPath = parse(prefix, cursor);
	if (lastPath !== undefined) return lastPath;
	throw new CairnError(
		"invalid_input",
		"cursor is not one that this list gave out; leave it out to start again.",
	);
}

function parse(prefix: string, cursor: string): string | undefined {
	try {
		const value: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
		if (!Array.isArray(value) || value.length !== 2 || value[0] !== prefix) return undefined;
		return typeof value[1] === "string" ? value[1] : undefined;
	} catch {
		return undefined;
	}
}
