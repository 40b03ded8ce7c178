import { closeSync, constants, openSync, rmSync, writeFileSync } from "node:fs";
import { errorCode } from "../file-failure.ts";

/**
 * A file that was made anew, readable by its owner alone. What a script left in its place is gone, be it a folder, a pipe
 * that nobody reads or a link to somewhere. It's written without the detour over other threads, which takes several times
 * as long for the little that a run writes.
 */
export class FreshFile implements Disposable {
	readonly #descriptor: number;

	constructor(file: string) {
		this.#descriptor = createAnew(file);
	}

	/** Appends all of it. */
	write(content: string | Uint8Array): void {
		writeFileSync(this.#descriptor, content);
	}

	[Symbol.dispose](): void {
		closeSync(this.#descriptor);
	}
}

function createAnew(file: string): number {
	try {
		return create(file);
	} catch (error) {
		if (errorCode(error) !== "EEXIST") throw error;
	}
	rmSync(file, { force: true, recursive: true });
	return create(file);
}

function create(file: string): number {
	return openSync(
		file,
		constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
		0o600,
	);
}
