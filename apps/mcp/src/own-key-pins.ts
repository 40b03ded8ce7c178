import { lstat } from "node:fs/promises";
import { KeyPins, type KeyPinsOptions } from "@cairn/catalog/client";
import { CairnError } from "@cairn/kernel";

/** The pinned keys in a file that nobody but this user can have written; that is looked at before each use. */
export class OwnKeyPins extends KeyPins {
	readonly #options: KeyPinsOptions;

	constructor(options: KeyPinsOptions) {
		super(options);
		this.#options = options;
	}

	/** @throws CairnError `forbidden` when somebody else could have said which key is trusted. */
	override async pinned(registry: string): ReturnType<KeyPins["pinned"]> {
		await this.requireOwn();
		return super.pinned(registry);
	}

	/** @throws CairnError `forbidden` as above; a key that was given needs no file. */
	async requireOwn(): Promise<void> {
		const { file, given } = this.#options;
		if (given !== undefined) return;
		const found = await lstat(file).catch(() => undefined);
		if (found === undefined) return;
		if (found.isFile() && (process.getuid === undefined || found.uid === process.getuid())) return;
		throw new CairnError(
			"forbidden",
			"The file with the registry's pinned key (@cairn/registry-keys.json in the cache's folder) is a link or belongs to somebody else, so no script is taken over. Remove it to trust the registry anew, or choose another folder with TOOLS_CACHE_DIR; then start Cairn again.",
		);
	}
}
