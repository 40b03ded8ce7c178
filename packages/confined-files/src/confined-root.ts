import { createHmac, randomBytes } from "node:crypto";
import { Lock } from "@cairn/kernel";
import type { Directory } from "./fence/directory.ts";
import type { Limits } from "./limits.ts";
import type { Selector } from "./rules/create-selector.ts";
import { isTemporaryName } from "./rules/temporary-name.ts";
import { ToolError } from "./tool-error.ts";

/**
 * A directory that is served, held open from the start: a directory that takes its name later is another one. Close it
 * when nothing serves it any more.
 */
export class ConfinedRoot implements Disposable {
	readonly limits: Limits;
	readonly selector: Selector;
	/**
	 * Walks run one at a time, so that however many calls come at once, few descriptors are open.
	 * @internal
	 */
	readonly walks = new Lock();
	readonly #directory: Directory;
	/** Signs this root's cursors; another process, or another root, has another one. */
	readonly #key = randomBytes(32);
	#closed = false;
	#released = false;
	#users = 0;

	/** @internal */
	constructor(parts: {
		readonly directory: Directory;
		readonly limits: Limits;
		readonly selector: Selector;
	}) {
		this.#directory = parts.directory;
		this.limits = parts.limits;
		this.selector = parts.selector;
	}

	/**
	 * The root's directory.
	 * @throws ToolError `filesystem` when it is closed, or was removed since it was opened.
	 * @internal
	 */
	get directory(): Directory {
		if (!this.#closed && !this.#directory.isRemoved()) return this.#directory;
		throw new ToolError(
			"filesystem",
			"The served directory was removed or closed since this server started; start the server again.",
		);
	}

	/** Whether the rules serve a file of this path; says nothing of whether there is one. */
	serves(path: string): boolean {
		return this.selector.selects(path) && !isTemporaryName(path);
	}

	/** What to tell the operator at the start, where the configuration does less than it may seem. */
	get warning(): string | undefined {
		if (this.selector.reachesRoot) return undefined;
		return "no --include pattern matches a file in the root itself, so write_text_file will refuse every call.";
	}

	/**
	 * The signature of a text under this root's key.
	 * @internal
	 */
	sign(text: string): Buffer {
		return createHmac("sha256", this.#key).update(text).digest();
	}

	/**
	 * Runs a call, while which the directory's descriptor stays open: closed and taken by another file, it would lead there.
	 * @internal
	 */
	async use<Result>(call: () => Promise<Result>): Promise<Result> {
		this.#users++;
		try {
			return await call();
		} finally {
			this.#users--;
			this.#release();
		}
	}

	/** Serves no further call; those under way end first. */
	close(): void {
		this.#closed = true;
		this.#release();
	}

	#release(): void {
		if (!this.#closed || this.#released || this.#users > 0) return;
		this.#released = true;
		this.#directory.close();
	}

	[Symbol.dispose](): void {
		this.close();
	}
}
