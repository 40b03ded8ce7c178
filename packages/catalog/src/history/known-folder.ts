import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Remembers in which folder scripts were last seen, by its device and inode, across restarts. It's how an emptied folder
 * is told from another one in its place, such as the mount point of a share that isn't mounted.
 */
export class KnownFolder {
	readonly #file: string;
	#identity: string | undefined;

	/** @param file remembers it; made when scripts are first seen. */
	constructor(file: string) {
		this.#file = file;
	}

	async isSame(identity: string): Promise<boolean> {
		this.#identity ??= await readFile(this.#file, "utf8").catch(() => undefined);
		return this.#identity === identity;
	}

	async remember(identity: string): Promise<void> {
		if (await this.isSame(identity)) return;
		this.#identity = identity;
		await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
		// Losing it only makes the next look more careful.
		await writeFile(this.#file, identity, { mode: 0o600 }).catch(() => {});
	}
}
