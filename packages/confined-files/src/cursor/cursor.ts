import { timingSafeEqual } from "node:crypto";
import type { ConfinedRoot } from "../confined-root.ts";
import { ToolError } from "../tool-error.ts";

/** What a cursor belongs to: it is good for the same tool with the same arguments only. */
export interface Traversal {
	readonly tool: string;
	/** The arguments that choose what is traversed, in a fixed order; the page's size is none of them. */
	readonly arguments: readonly string[];
}

/** A place in a traversal, and the state of the filesystem that the pages before it were made of. */
export interface Cursor<Position extends readonly number[]> {
	readonly position: Position;
	readonly state: string;
}

/**
 * Issues and reads cursors: the position and state in clear, and a signature over them, the tool and the arguments, by a
 * key that only this root in this process holds.
 */
export class CursorBook<Position extends readonly number[]> {
	readonly #root: ConfinedRoot;
	readonly #traversal: Traversal;
	readonly #start: Position;

	/** `start` is the position of a first page. */
	constructor(root: ConfinedRoot, traversal: Traversal, start: Position) {
		this.#root = root;
		this.#traversal = traversal;
		this.#start = start;
	}

	issue({ position, state }: Cursor<Position>): string {
		const payload = [...position.map((part) => part.toString(36)), state].join("~");
		return `${payload}.${this.#signature(payload)}`;
	}

	/**
	 * The place of a cursor; that of a first page without one.
	 * @throws ToolError `cursor` for anything that was not issued here, for this traversal, byte for byte.
	 */
	read(cursor: string | undefined): { readonly position: Position; readonly state: string | undefined } {
		if (cursor === undefined) return { position: this.#start, state: undefined };
		const dot = cursor.indexOf(".");
		const payload = cursor.slice(0, Math.max(dot, 0));
		const given = Buffer.from(cursor.slice(dot + 1), "utf8");
		const expected = Buffer.from(this.#signature(payload), "utf8");
		if (dot === -1 || given.length !== expected.length || !timingSafeEqual(given, expected)) throw foreign();
		const parts = payload.split("~");
		const state = parts.pop() ?? "";
		// It is signed, so it is as long as this traversal's positions are.
		return { position: parts.map((part) => Number.parseInt(part, 36)) as unknown as Position, state };
	}

	#signature(payload: string): string {
		const { tool, arguments: given } = this.#traversal;
		return this.#root.sign(JSON.stringify([tool, ...given, payload])).toString("base64url");
	}
}

/** @throws ToolError `changed` when the state is no longer the one that the cursor was issued over. */
export function requireUnchanged(before: string | undefined, now: string): void {
	if (before === undefined || before === now) return;
	throw changedError();
}

export function changedError(): ToolError {
	return new ToolError(
		"changed",
		"The filesystem changed since this cursor was issued; start the traversal again without a cursor.",
	);
}

function foreign(): ToolError {
	return new ToolError(
		"cursor",
		"cursor is not one that this server issued for this tool and these arguments; pass next_cursor as it was returned, or leave it out to start again.",
	);
}
