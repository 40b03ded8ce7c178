import { closeSync, fstatSync } from "node:fs";
import { changedError } from "../cursor/cursor.ts";
import { isFresh } from "../cursor/look-again.ts";
import { StateDigest } from "../cursor/state-digest.ts";
import { errnoOf, isDenied } from "../fence/errno.ts";
import { type Identity, isUnchanged } from "../fence/identity.ts";
import { type OpenFile, openListedFile } from "../fence/open-served-file.ts";
import type { FoundFile } from "../walk/walk-files.ts";
import type { LineScanner } from "./line-scanner.ts";
import { FILE_START, packPosition, type SearchPosition, unpackPosition } from "./scan-position.ts";

/**
 * One page's search over the files of a scope, which visit it in order: those before its position and behind its end are
 * only identified, those between are searched through the descriptor that they are identified by.
 */
export class TextSearch {
	readonly #scanner: LineScanner;
	readonly #start: ReturnType<typeof unpackPosition>;
	readonly #digest = new StateDigest();
	#visited = 0;
	#next: SearchPosition | undefined;
	#isFresh = false;

	constructor(scanner: LineScanner, position: SearchPosition) {
		this.#scanner = scanner;
		this.#start = unpackPosition(position);
	}

	/** Where the next page begins; undefined when all was searched. */
	get next(): SearchPosition | undefined {
		return this.#next;
	}

	/** Whether a file of the scope had changed just before it was visited. */
	get isFresh(): boolean {
		return this.#isFresh;
	}

	/** The state of the whole scope; once, at the end. */
	finishState(): string {
		return this.#digest.finish();
	}

	/** @throws ToolError `changed` when the file is changed while it is searched. */
	visit(found: FoundFile): void {
		const index = this.#visited++;
		if (this.#next === undefined && this.#scanner.isSpent) this.#next = packPosition(index, FILE_START);
		const isSearched = this.#next === undefined && index >= this.#start.file;
		const file = isSearched ? openReadable(found) : undefined;
		if (file === undefined) this.#identify(found);
		else this.#search(index, found, file);
	}

	/** A file that can't be opened counts by what it is, too: that it can be, later, is a change. */
	#identify({ path, name, directory }: FoundFile): void {
		const identity = directory.lstat(name);
		if (identity?.isFile()) this.#add(path, identity);
	}

	#add(path: string, identity: Identity): void {
		this.#digest.add(path, identity);
		this.#isFresh ||= isFresh(identity);
	}

	#search(index: number, { path }: FoundFile, file: OpenFile): void {
		try {
			this.#add(path, file.identity);
			const isStart = index === this.#start.file;
			if (!isStart && readable(() => this.#scanner.holdsNothing(file))) return;
			const stopped = readable(() => this.#scanner.scan(file, isStart ? this.#start.at : FILE_START));
			if (stopped !== undefined) this.#next = packPosition(index, stopped);
			// A page that was half made before a change and half after it must not go out.
			if (!isUnchanged(fstatSync(file.fd, { bigint: true }), file.identity)) throw changedError();
		} finally {
			closeSync(file.fd);
		}
	}
}

/** What is read; undefined for a file that can be opened but not read, as the kernel has some: it is left out. */
function readable<Result>(read: () => Result): Result | undefined {
	try {
		return read();
	} catch (error) {
		if (errnoOf(error) === undefined) throw error;
		return undefined;
	}
}

function openReadable({ directory, name }: FoundFile): OpenFile | undefined {
	try {
		return openListedFile(directory, name);
	} catch (error) {
		if (isDenied(error)) return undefined;
		throw error;
	}
}
