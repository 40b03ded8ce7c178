import { createReadStream, createWriteStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { CairnError } from "@cairn/kernel";
import { extract, pack } from "tar-stream";

/** What `pg_dump` wrote, within the archive. */
export const DUMP_NAME = "store.dump";

/** No file beside the store is larger; a key has some hundred bytes. */
const MAX_FILE_BYTES = 1_000_000;

/** Puts files into one archive, a tar that every machine can open. Only its owner may read it. */
export async function packArchive(archive: string, files: ReadonlyMap<string, string>): Promise<void> {
	const packed = pack();
	const written = pipeline(packed, createWriteStream(archive, { mode: 0o600 }));
	for (const [name, path] of files) {
		const { size } = await stat(path);
		await pipeline(createReadStream(path), packed.entry({ name, size, mode: 0o600 }));
	}
	packed.finalize();
	await written;
}

/**
 * Takes an archive apart, or takes what `pg_dump` wrote as it is.
 * @param dump takes the dump.
 * @returns the files beside the dump.
 * @throws CairnError `invalid_input` for a file that is neither, `unavailable` for one that is torn.
 */
export async function unpackArchive(archive: string, dump: string): Promise<ReadonlyMap<string, Buffer>> {
	const kind = await kindOf(archive);
	if (kind === "dump") {
		await pipeline(createReadStream(archive), createWriteStream(dump, { mode: 0o600 }));
		return new Map();
	}
	if (kind === "sqlite")
		throw notOne(
			"This is the file of an SQLite store, and this store is on PostgreSQL. Restore it without DATABASE_URL.",
		);
	if (kind === undefined) throw notOne();
	try {
		return await takeApart(archive, dump);
	} catch (error) {
		// What the system refused has a code; what is wrong with the archive itself has none.
		if (error instanceof CairnError || (error instanceof Error && "code" in error)) throw error;
		throw damaged();
	}
}

async function takeApart(archive: string, dump: string): Promise<Map<string, Buffer>> {
	const files = new Map<string, Buffer>();
	const entries = extract();
	const read = pipeline(createReadStream(archive), entries);
	// Told by the entries as well, which end with it.
	read.catch(() => {});
	let hasDump = false;
	for await (const entry of entries) {
		const isDump = entry.header.name === DUMP_NAME;
		if (isDump) await pipeline(entry, createWriteStream(dump, { mode: 0o600 }));
		else files.set(entry.header.name, await readSmall(entry));
		hasDump ||= isDump;
	}
	await read;
	if (!hasDump) throw notOne();
	return files;
}

async function readSmall(entry: AsyncIterable<Buffer>): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of entry) {
		bytes += chunk.length;
		if (bytes > MAX_FILE_BYTES) throw notOne();
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

const TAR_MAGIC_AT = 257;

/** What a file is by its first bytes. */
async function kindOf(file: string): Promise<"tar" | "dump" | "sqlite" | undefined> {
	const head = Buffer.alloc(512);
	await using handle = await open(file, "r");
	await handle.read(head, 0, head.length, 0);
	if (head.subarray(0, 5).toString("latin1") === "PGDMP") return "dump";
	if (head.subarray(0, 15).toString("latin1") === "SQLite format 3") return "sqlite";
	return head.subarray(TAR_MAGIC_AT, TAR_MAGIC_AT + 5).toString("latin1") === "ustar" ? "tar" : undefined;
}

function notOne(why = "This file is no backup of a store of Cairn on PostgreSQL."): CairnError {
	return new CairnError("invalid_input", `${why} Name one of those that cairn-admin backup made.`);
}

function damaged(): CairnError {
	return new CairnError("unavailable", "The backup is damaged: it is not a whole archive.", {
		fault: "damaged",
	});
}
