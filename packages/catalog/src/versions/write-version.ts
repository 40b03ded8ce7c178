import { createHash } from "node:crypto";
import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CairnError } from "@cairn/kernel";
import type { FileDigest } from "../catalog.ts";
import { LIMITS } from "../limits.ts";
import { pathFault } from "../script-path.ts";

/** A file on its way into a version. */
export interface NewFile {
	readonly path: string;
	readonly executable: boolean;
	/** What its bytes must be; anything else is refused. */
	readonly expected?: FileDigest | undefined;
	/** Called once, when its turn comes. */
	readonly read: () => Promise<AsyncIterable<Uint8Array>>;
}

/**
 * Writes files into an empty folder, bounded and digested on the way, and waits until they are on the disk.
 * @throws CairnError `too_large`, or `upstream_failed` for bytes that are not the expected ones.
 */
export async function writeFiles(
	folder: string,
	files: readonly NewFile[],
): Promise<Readonly<Record<string, FileDigest>>> {
	const digests = new Map<string, FileDigest>();
	let total = 0;
	for (const file of files) {
		const digest = await writeNewFile(join(folder, file.path), file);
		digests.set(file.path, digest);
		total += digest.size;
		if (total > LIMITS.scriptBytes) throw tooLarge("The script", LIMITS.scriptBytes);
	}
	return Object.fromEntries(digests);
}

async function writeNewFile(target: string, file: NewFile): Promise<FileDigest> {
	const { path, executable, expected } = file;
	if (pathFault(path) !== undefined)
		throw new CairnError("invalid_input", "A path of the script leaves its folder.");
	const most = expected?.size ?? LIMITS.fileBytes;
	await mkdir(dirname(target), { recursive: true, mode: 0o700 });
	const handle = await open(target, "wx", executable ? 0o700 : 0o600);
	try {
		const hash = createHash("sha256");
		let size = 0;
		for await (const chunk of await file.read()) {
			size += chunk.byteLength;
			if (size > most) throw expected === undefined ? tooLarge(path, LIMITS.fileBytes) : wrongBytes(path);
			hash.update(chunk);
			await handle.writeFile(chunk);
		}
		const digest = { sha256: hash.digest("hex"), size, executable };
		if (expected !== undefined && !sameBytes(digest, expected)) throw wrongBytes(path);
		await handle.sync();
		return digest;
	} finally {
		await handle.close();
	}
}

function sameBytes(a: FileDigest, b: FileDigest): boolean {
	return a.sha256 === b.sha256 && a.size === b.size;
}

function wrongBytes(path: string): CairnError {
	return new CairnError(
		"upstream_failed",
		`${path} is not what the catalog's digest says; it was not taken over.`,
	);
}

function tooLarge(what: string, bytes: number): CairnError {
	return new CairnError(
		"too_large",
		`${what} is larger than ${bytes / 1024 / 1024} MiB, which is too much for a script.`,
	);
}
