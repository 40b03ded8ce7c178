import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CairnError } from "@cairn/kernel";

/** The claim code in the data folder, for whoever may read that. */
export class ClaimCodeFile {
	readonly #path: string;

	constructor(dataFolder: string) {
		this.#path = join(dataFolder, "claim-code");
	}

	/** The code that the file holds, if any. */
	read(): string | undefined {
		try {
			return readFileSync(this.#path, "utf8").trim();
		} catch {
			return undefined;
		}
	}

	/**
	 * Writes a code, whole or not at all, for this user alone.
	 * @throws CairnError `unavailable` when it can't be written.
	 */
	write(code: string): void {
		const temporary = `${this.#path}.${process.pid}.tmp`;
		try {
			rmSync(temporary, { force: true });
			writeFileSync(temporary, `${code}\n`, { mode: 0o600, flag: "wx" });
			renameSync(temporary, this.#path);
		} catch {
			rmSync(temporary, { force: true });
			throw new CairnError(
				"unavailable",
				"The file claim-code can't be written into the data folder: check the folder's permissions and space.",
			);
		}
	}

	remove(): void {
		rmSync(this.#path, { force: true });
	}
}
