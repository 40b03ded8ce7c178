import { createHash } from "node:crypto";
import { chmod, constants, copyFile, mkdir, open } from "node:fs/promises";
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
	/** Asked first: a file of this machine with the same bytes, of which a copy may share its blocks. */
	readonly copyOf?: () => Promise<string | undefined>;
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
	if (pathFault(file.path) !== undefined)
		throw new CairnError("invalid_input", "A path of the script leaves its folder.");
	await mkdir(dirname(target), { recursive: true, mode: 0o700 });
	const original = await file.copyOf?.();
	const { sha256, size } =
		original === undefined ? await writeStream(target, file) : await writeCopy(target, { file, original });
	const digest = { sha256, size, executable: file.executable };
	if (file.expected !== undefined && !sameBytes(digest, file.expected)) throw wrongBytes(file.path);
	return digest;
}

interface Written {
	readonly sha256: string;
	readonly size: number;
}

async function writeStream(target: string, file: NewFile): Promise<Written> {
	await using handle = await open(target, "wx", modeOf(file));
	const written = await digestBytes(await file.read(), { file, onChunk: (chunk) => handle.writeFile(chunk) });
	await handle.sync();
	return written;
}

/** What the copy holds counts, not what the original did: it may be changed meanwhile. */
async function writeCopy(
	target: string,
	{ file, original }: { readonly file: NewFile; readonly original: string },
): Promise<Written> {
	await copyFile(original, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
	await chmod(target, modeOf(file));
	await using handle = await open(target, "r");
	const written = await digestBytes(handle.createReadStream({ autoClose: false }), { file });
	await handle.sync();
	return written;
}

interface DigestOptions {
	readonly file: NewFile;
	readonly onChunk?: (chunk: Uint8Array) => Promise<void>;
}

async function digestBytes(
	bytes: AsyncIterable<Uint8Array>,
	{ file: { path, expected }, onChunk }: DigestOptions,
): Promise<Written> {
	const most = expected?.size ?? LIMITS.fileBytes;
	const hash = createHash("sha256");
	let size = 0;
	for await (const chunk of bytes) {
		size += chunk.byteLength;
		if (size > most) throw expected === undefined ? tooLarge(path, LIMITS.fileBytes) : wrongBytes(path);
		hash.update(chunk);
		await onChunk?.(chunk);
	}
	return { sha256: hash.digest("hex"), size };
}

function modeOf({ executable }: NewFile): number {
	return executable ? 0o700 : 0o600;
}

function sameBytes(a: Written, b: Written): boolean {
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
