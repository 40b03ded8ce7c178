import { createHash } from "node:crypto";
import type { Identity } from "../fence/identity.ts";

const WORDS = 5;

/** Digests the state that a traversal depends on: names, and where contents count, the identities of files. */
export class StateDigest {
	#texts: string[] = [];
	#words = new BigUint64Array(0);
	#used = 0;

	/** Takes in one entry, a path or name, or many with NULs between; where its content counts, the identity of its file. */
	add(text: string, identity?: Identity): void {
		this.#texts.push(text);
		if (identity === undefined) return;
		if (this.#used === this.#words.length) this.#grow();
		for (const word of [identity.size, identity.mtimeNs, identity.ctimeNs, identity.ino, identity.dev]) {
			this.#words[this.#used++] = word;
		}
	}

	/** 128 bits of it, as base64url. */
	finish(): string {
		const hash = createHash("sha256");
		hash.update(this.#texts.join("\0"));
		hash.update("\0\0");
		hash.update(new Uint8Array(this.#words.buffer, 0, this.#used * this.#words.BYTES_PER_ELEMENT));
		return hash.digest().subarray(0, 16).toString("base64url");
	}

	#grow(): void {
		const larger = new BigUint64Array(Math.max(WORDS * 64, this.#words.length * 4));
		larger.set(this.#words);
		this.#words = larger;
	}
}
