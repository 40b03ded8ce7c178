import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { CairnError } from "@cairn/kernel";
import * as z from "zod";
import { errorCode } from "../file-failure.ts";
import { type PublicKeyText, parsePublicKey } from "./public-key.ts";

export interface KeyPinsOptions {
	/** Remembers which registry showed which key; made at first contact. */
	readonly file: string;
	/** The key that the owner gave (CAIRN_REGISTRY_KEY), which then alone counts. */
	readonly given?: string | undefined;
}

const pinFile = z.record(z.string(), z.string());

/** The keys that a laptop trusts: the one that it was given, else for each registry the one of the first contact. */
export class KeyPins {
	readonly #file: string;
	readonly #given: PublicKeyText | undefined;

	/** @throws CairnError `invalid_input` when the given key isn't one. */
	constructor({ file, given }: KeyPinsOptions) {
		this.#file = file;
		this.#given = given === undefined ? undefined : parsePublicKey(given);
	}

	/** The key that a registry must sign with; undefined before the first contact. */
	async pinned(registry: string): Promise<PublicKeyText | undefined> {
		if (this.#given !== undefined) return this.#given;
		const written = (await this.#read())[registry];
		return written === undefined ? undefined : parsePublicKey(written);
	}

	/**
	 * Lets a registry's key in, and remembers it at first contact.
	 * @throws CairnError `forbidden` for another key, with both named and what to do.
	 */
	async accept(registry: string, key: PublicKeyText): Promise<void> {
		const pinned = await this.pinned(registry);
		if (pinned === key) return;
		if (pinned !== undefined) throw otherKey({ pinned, key, given: this.#given !== undefined });
		await this.#write({ ...(await this.#read()), [registry]: key });
	}

	async #read(): Promise<Record<string, string>> {
		try {
			return pinFile.parse(JSON.parse(await readFile(this.#file, "utf8")));
		} catch (error) {
			if (errorCode(error) === "ENOENT") return {};
			throw new CairnError(
				"unavailable",
				"The file with the registry's pinned key can't be read. Check it, or delete it to trust the registry anew.",
			);
		}
	}

	async #write(pins: Record<string, string>): Promise<void> {
		await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
		const aside = `${this.#file}.${randomUUID()}`;
		try {
			await writeFile(aside, `${JSON.stringify(pins, null, "\t")}\n`, {
				mode: 0o600,
				flag: "wx",
				flush: true,
			});
			await rename(aside, this.#file);
		} finally {
			await rm(aside, { force: true });
		}
	}
}

interface OtherKey {
	readonly pinned: PublicKeyText;
	readonly key: PublicKeyText;
	readonly given: boolean;
}

function otherKey({ pinned, key, given }: OtherKey): CairnError {
	const how = given
		? "set CAIRN_REGISTRY_KEY to it"
		: "remove the old one from the file of pinned keys, or set CAIRN_REGISTRY_KEY";
	return new CairnError(
		"forbidden",
		`The registry signs its catalog with another key than before: ${key} instead of ${pinned}. Its scripts are not taken over. If the new key is right, ${how}.`,
		{ pinned, offered: key },
	);
}
