import { createHash, type Hash } from "node:crypto";
import { utf8Bytes } from "@cairn/kernel";
import type { Limits } from "../limits.ts";
import { ToolError } from "../tool-error.ts";

/**
 * What of a result is no item, bytes: the MCP result around them, cursor and digest twice, `stat`'s fields, and what the
 * protocol adds (result type, server information).
 */
const ENVELOPE_BYTES = 1_400;

export interface PageOptions {
	readonly limits: Limits;
	/** What the caller asked for. */
	readonly limit: number | undefined;
	/** Items of a page, when the tool has a limit of its own. */
	readonly maxItems?: number;
}

/** The items of one answer: as many as were asked for and as fit into a result, and the digest of what they return. */
export class Page<Item> {
	readonly items: Item[] = [];
	readonly #hash: Hash = createHash("sha256");
	readonly #maxItems: number;
	#bytesLeft: number;

	constructor({ limits, limit, maxItems = limits.maxPageItems }: PageOptions) {
		this.#maxItems = Math.min(limit ?? maxItems, maxItems);
		this.#bytesLeft = limits.maxResultBytes - ENVELOPE_BYTES;
	}

	/** Whether as many items are in as were asked for. */
	get isFull(): boolean {
		return this.items.length >= this.#maxItems;
	}

	/**
	 * Takes an item in; false when it must wait for the next page. `hashed` is what `content_hash` covers of it.
	 * @throws ToolError `limit` for an item that would not even fit alone.
	 */
	add(item: Item, hashed: string | Uint8Array): boolean {
		if (this.isFull) return false;
		const bytes = serializedBytes(item);
		if (bytes > this.#bytesLeft) {
			if (this.items.length > 0) return false;
			throw new ToolError(
				"limit",
				"One item alone is larger than a whole result may be; ask for something narrower.",
			);
		}
		this.#bytesLeft -= bytes;
		this.#hash.update(hashed);
		this.items.push(item);
		return true;
	}

	/** `sha256:<hex>` over what the items return. */
	contentHash(): string {
		return `sha256:${this.#hash.digest("hex")}`;
	}
}

/** An item is sent twice: as structured content, and in the text copy of it, where quotes and backslashes are escaped again. */
function serializedBytes(item: unknown): number {
	const json = JSON.stringify(item);
	// Escapes and the quotes around take one byte each; the quotes stand for the commas behind both copies.
	return 2 * utf8Bytes(json) + JSON.stringify(json).length - json.length;
}
