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
	/** What is surely left: the items of `#loose` count as if each of their characters were escaped in the text copy. */
	#bytesLeft: number;
	readonly #loose: string[] = [];
	#hashedText = "";

	constructor({ limits, limit, maxItems = limits.maxPageItems }: PageOptions) {
		this.#maxItems = Math.min(limit ?? maxItems, maxItems);
		this.#bytesLeft = limits.maxResultBytes - ENVELOPE_BYTES;
	}

	/** Whether as many items are in as were asked for. */
	get isFull(): boolean {
		return this.items.length >= this.#maxItems;
	}

	/**
	 * Takes an item in; false when it must wait for the next page. `hashed` is what `content_hash` covers of it: texts for
	 * all items of a page, or bytes for all.
	 * @throws ToolError `limit` for an item that would not even fit alone.
	 */
	add(item: Item, hashed: string | Uint8Array): boolean {
		if (this.isFull) return false;
		if (!this.#reserve(JSON.stringify(item))) {
			if (this.items.length > 0) return false;
			throw new ToolError(
				"limit",
				"One item alone is larger than a whole result may be; ask for something narrower.",
			);
		}
		// One long text is digested much sooner than many short ones.
		if (typeof hashed === "string") this.#hashedText += hashed;
		else this.#hash.update(hashed);
		this.items.push(item);
		return true;
	}

	/** Counts an item by its JSON, exactly only where that may decide; false when it doesn't fit. */
	#reserve(json: string): boolean {
		const copies = 2 * utf8Bytes(json);
		const most = copies + mostEscapes(json);
		while (most > this.#bytesLeft && this.#measureOne());
		if (most <= this.#bytesLeft) {
			this.#bytesLeft -= most;
			this.#loose.push(json);
			return true;
		}
		const bytes = copies + escapes(json);
		if (bytes > this.#bytesLeft) return false;
		this.#bytesLeft -= bytes;
		return true;
	}

	/** Counts an item exactly that was not; false when there is none. */
	#measureOne(): boolean {
		const json = this.#loose.pop();
		if (json === undefined) return false;
		this.#bytesLeft += mostEscapes(json) - escapes(json);
		return true;
	}

	/** `sha256:<hex>` over what the items return. */
	contentHash(): string {
		return `sha256:${this.#hash.update(this.#hashedText).digest("hex")}`;
	}
}

/**
 * An item is sent twice: as structured content, and in the text copy of it, where its quotes and backslashes are escaped
 * again by a byte each. The two quotes that this counts around it stand for the commas behind both copies.
 */
function escapes(json: string): number {
	return JSON.stringify(json).length - json.length;
}

function mostEscapes(json: string): number {
	return json.length + 2;
}
