import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { CairnError } from "@cairn/kernel";
import * as z from "zod";
import { errorCode } from "../file-failure.ts";
import type { PublicKeyText } from "./public-key.ts";

const serialFile = z.record(z.string(), z.int().min(0));

/**
 * The highest serial that a laptop accepted from each registry's key. Whoever is on the way, or restores an old copy of a
 * server, could else bring back a catalog with a script that was taken away for good reason.
 */
export class AcceptedSerials {
	readonly #file: string;
	/** Another process may write a lower one over ours; it must not count for us. */
	readonly #highest = new Map<PublicKeyText, number>();

	/** @param file remembers them; made at first contact. */
	constructor(file: string) {
		this.#file = file;
	}

	/** Whether a serial is lower than one that was accepted before. */
	async isOlder(key: PublicKeyText, serial: number): Promise<boolean> {
		return serial < this.#highestOf(key, await this.#read());
	}

	/**
	 * Lets a snapshot's serial in, and remembers it.
	 * @throws CairnError `forbidden` for one that is lower than one before, with both named and what to do.
	 */
	async accept(key: PublicKeyText, serial: number): Promise<void> {
		const written = await this.#read();
		const highest = this.#highestOf(key, written);
		if (serial < highest) throw older({ serial, highest });
		this.#highest.set(key, serial);
		if (serial > (written[key] ?? 0)) await this.#write({ ...written, [key]: serial });
	}

	#highestOf(key: PublicKeyText, written: Readonly<Record<string, number>>): number {
		return Math.max(this.#highest.get(key) ?? 0, written[key] ?? 0);
	}

	async #read(): Promise<Record<string, number>> {
		try {
			return serialFile.parse(JSON.parse(await readFile(this.#file, "utf8")));
		} catch (error) {
			if (errorCode(error) === "ENOENT") return {};
			throw new CairnError(
				"unavailable",
				"The file with the catalog serials that were accepted can't be read. Check it, or delete it to accept what the registry offers now.",
			);
		}
	}

	async #write(serials: Record<string, number>): Promise<void> {
		await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
		const aside = `${this.#file}.${randomUUID()}`;
		try {
			await writeFile(aside, `${JSON.stringify(serials, null, "\t")}\n`, {
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

function older({ serial, highest }: { serial: number; highest: number }): CairnError {
	return new CairnError(
		"forbidden",
		`The registry offers an older catalog (serial ${serial}) than this machine has accepted before (${highest}), so its scripts are not taken over. Somebody may be replaying it; or the server was restored from a backup: restart the registry with its clock right. To accept the older one, remove registry-serials.json from the cache's @cairn folder.`,
		{ offered: serial, accepted: highest },
	);
}
