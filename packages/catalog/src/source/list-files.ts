import type { BigIntStats } from "node:fs";
import { lstat, readdir, realpath, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { byCodeUnit } from "../digests.ts";
import { errorCode, fileFailure } from "../file-failure.ts";
import { LIMITS } from "../limits.ts";
import { isDropping, pathFault, printable } from "../script-path.ts";

export interface ListedFile {
	readonly path: string;
	/** Where its bytes are: the file itself, or what a link inside the script points to. */
	readonly location: string;
	readonly size: number;
	readonly executable: boolean;
	readonly link: boolean;
	/** Changes with every write: size, times in nanoseconds, inode and mode. */
	readonly fingerprint: string;
}

export interface FileNote {
	readonly file: string;
	readonly reason: string;
}

/** What a script's folder holds at a moment. */
export interface Listing {
	/** Sorted by path. */
	readonly files: readonly ListedFile[];
	/** What was left out, and why. */
	readonly notes: readonly FileNote[];
	/** Links that leave the script's folder. */
	readonly outward: readonly string[];
	/** Why the folder can't be a script at all. */
	readonly fault: FileNote | undefined;
	/** When a file last changed by the file system's clock, milliseconds since the epoch; 0 without files. */
	readonly changedAt: number;
	/** Equal for two looks between which nothing changed. */
	readonly fingerprint: string;
}

class ListingFault extends Error {
	readonly note: FileNote;

	constructor(file: string, reason: string) {
		super(reason);
		this.note = { file, reason };
	}
}

/** Lists the files of a script without reading any. */
export async function listFiles(folder: string): Promise<Listing> {
	const walk = new Walk(folder);
	let fault: FileNote | undefined;
	try {
		await walk.folder("", 1);
	} catch (error) {
		if (error instanceof ListingFault) fault = error.note;
		else if (errorCode(error) !== undefined)
			fault = { file: "", reason: `The folder can't be read: ${fileFailure(error)}.` };
		else throw error;
	}
	const files = walk.files.sort((a, b) => byCodeUnit(a.path, b.path));
	const fingerprint = JSON.stringify([files.map((file) => [file.path, file.fingerprint]), walk.notes, fault]);
	return { files, notes: walk.notes, outward: walk.outward, fault, changedAt: walk.changedAt, fingerprint };
}

class Walk {
	readonly files: ListedFile[] = [];
	readonly notes: FileNote[] = [];
	readonly outward: string[] = [];
	changedAt = 0;
	readonly #root: string;
	#bytes = 0;

	constructor(root: string) {
		this.#root = root;
	}

	async folder(prefix: string, depth: number): Promise<void> {
		if (depth > LIMITS.pathDepth)
			throw new ListingFault(prefix, "The folders are nested too deeply for a script.");
		const names = (await readdir(join(this.#root, prefix))).sort(byCodeUnit);
		if (names.length > 2 * LIMITS.filesPerScript) throw tooMany();
		for (const name of names) {
			if (!isDropping(name)) await this.#entry(prefix === "" ? name : `${prefix}/${name}`, depth);
		}
	}

	async #entry(path: string, depth: number): Promise<void> {
		const fault = pathFault(path);
		if (fault !== undefined)
			return this.#note(printable(path), `This name can't be in a script: ${fault}; rename the file.`);
		const location = join(this.#root, path);
		const found = await lstat(location, { bigint: true }).catch(absent);
		if (found === undefined) return undefined;
		if (found.isDirectory()) return this.folder(path, depth + 1);
		if (found.isSymbolicLink()) return this.#link(path, location);
		if (found.isFile()) return this.#file({ path, location, link: false }, found);
		return this.#note(path, "This is neither a file nor a folder, so it was left out; remove it.");
	}

	async #link(path: string, location: string): Promise<void> {
		const target = await realpath(location).catch(absent);
		const found = target === undefined ? undefined : await stat(target, { bigint: true }).catch(absent);
		if (target === undefined || found === undefined) return undefined;
		const inside = relative(await realpath(this.#root), target);
		if (inside === "" || inside === ".." || inside.startsWith(`..${sep}`)) {
			this.outward.push(path);
			return this.#note(
				path,
				"This link leaves the script's folder, so it was left out; copy the file there instead.",
			);
		}
		if (found.isFile()) return this.#file({ path, location: target, link: true }, found);
		return this.#note(path, "This link points to a folder, so it was left out; copy the folder instead.");
	}

	#file(file: Pick<ListedFile, "path" | "location" | "link">, found: BigIntStats): void {
		const size = Number(found.size);
		this.#bytes += size;
		this.changedAt = Math.max(this.changedAt, Number(found.mtimeMs), Number(found.ctimeMs));
		if (size > LIMITS.fileBytes) {
			throw new ListingFault(
				file.path,
				`The file is larger than ${LIMITS.fileBytes / 1024 / 1024} MiB; keep it elsewhere.`,
			);
		}
		if (this.#bytes > LIMITS.scriptBytes) {
			throw new ListingFault(
				"",
				`The script is larger than ${LIMITS.scriptBytes / 1024 / 1024} MiB; make it smaller.`,
			);
		}
		this.files.push({
			...file,
			size,
			executable: (found.mode & 0o111n) !== 0n,
			fingerprint: [found.ino, found.size, found.mtimeNs, found.ctimeNs, found.mode].join(":"),
		});
		if (this.files.length > LIMITS.filesPerScript) throw tooMany();
	}

	#note(file: string, reason: string): void {
		if (this.notes.length < 20) this.notes.push({ file, reason });
	}
}

function tooMany(): ListingFault {
	return new ListingFault("", `A script may have at most ${LIMITS.filesPerScript} files; this one has more.`);
}

/** For what vanished between two looks, and for links that point to nothing: undefined. */
function absent(error: unknown): undefined {
	const code = errorCode(error);
	if (code === "ENOENT" || code === "ELOOP" || code === "ENOTDIR") return undefined;
	throw error;
}
