import { hash } from "node:crypto";
import { CairnError } from "@cairn/kernel";
import type * as z from "zod";

/** A list and the arguments that make it what it is: a cursor leads on in that list alone. */
export type CursorScope = readonly [list: string, ...values: unknown[]];

const SCOPE_DIGITS = 8;

/** An opaque place in a list. */
export function encodeCursor(scope: CursorScope, place: unknown): string {
	return Buffer.from(JSON.stringify([digestOf(scope), place]), "utf8").toString("base64url");
}

/**
 * The place that a cursor stands for; undefined without a cursor.
 * @throws CairnError `invalid_input` for one that is none, or comes from a list with other arguments.
 */
export function decodeCursor<Schema extends z.ZodType>(
	scope: CursorScope,
	cursor: string | undefined,
	schema: Schema,
): z.output<Schema> | undefined {
	if (cursor === undefined) return undefined;
	const place = schema.safeParse(parse(scope, cursor));
	if (place.success) return place.data;
	throw new CairnError(
		"invalid_input",
		"cursor is not one that this list gave out with these arguments; leave it out to start again.",
	);
}

function parse(scope: CursorScope, cursor: string): unknown {
	try {
		const value: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
		return Array.isArray(value) && value[0] === digestOf(scope) ? value[1] : undefined;
	} catch {
		return undefined;
	}
}

function digestOf(scope: CursorScope): string {
	return hash("sha256", JSON.stringify(scope), "hex").slice(0, SCOPE_DIGITS);
}
