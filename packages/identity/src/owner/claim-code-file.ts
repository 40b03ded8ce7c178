import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

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

	/** Writes a code, whole or not at all, for this user alone. */
	write(code: string): void {
		const temporary = `${this.#path}.${process.pid}.tmp`;
		rmSync(temporary, { force: true });
		writeFileSync(temporary, `${code}\n`, { mode: 0o600, flag: "wx" });
		renameSync(temporary, this.#path);
	}

	remove(): void {
		rmSync(this.#path, { force: true });
	}
}
